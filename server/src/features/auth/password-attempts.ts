import { createHash } from 'node:crypto'
import { normaliseEmail } from '@raahi/contract/emails'
import { normalisePhone } from '@raahi/contract/phones'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** The limit of wrong passwords per count, from all addresses together. */
const failures: RateLimit = { max: 50, windowSeconds: 15 * 60 }

/** A limit with the key of its count. Keys are hashed, so that the table does not reveal who logs in. */
type Attempts = RateLimit & { key: string }

/** The limit of wrong passwords for an account, by email or phone number, in all unknown browsers. */
export function passwordAttemptsOf(emailOrPhone: string): Attempts {
  const account = normalisePhone(emailOrPhone) ?? normaliseEmail(emailOrPhone) ?? emailOrPhone
  return { key: `login of ${digest(account)}`, ...failures }
}

/** The limit of wrong passwords in a known browser of the account. */
export function passwordAttemptsIn(browserToken: string): Attempts {
  return { key: `login in ${digest(browserToken)}`, ...failures }
}

/** The limit of wrong passwords that a session enters for its account. */
export function passwordAttemptsInSession(sessionId: string): Attempts {
  return { key: `password in ${digest(sessionId)}`, ...failures }
}

/** Clears the counts of an account whose owner has proved access to its mailbox. */
export async function clearPasswordAttempts(
  tx: Transaction,
  { email, phone }: { email: string; phone: string | null },
): Promise<void> {
  const keys = [email, ...(phone ? [phone] : [])].map((name) => passwordAttemptsOf(name).key)
  await sql`delete from rate_limits where key = any(${keys}::text[])`.execute(tx)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
