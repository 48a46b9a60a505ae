import { normalisePhone } from '@raahi/contract/fields'
import type { User } from '@raahi/contract/users'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, undoRateLimitHit } from '../../platform/http/rate-limit.ts'
import { type Challenge, openChallenge } from '../two-factor/login-challenges.queries.ts'
import { toUser } from '../users/user-wire.ts'
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { passwordAttemptsIn, passwordAttemptsOf } from './password-attempts.ts'
import type { Passwords } from './passwords.ts'
import {
  createSession,
  type IssuedTokens,
  lockUserForLogin,
  type RequestFacts,
} from './sessions.queries.ts'

export interface Credentials {
  /** Trimmed. */
  emailOrPhone: string
  /** Exactly as typed. */
  password: string
}

/** A session that was opened, and the token by which its account knows the browser from now on. */
export interface OpenedSession {
  user: User
  tokens: IssuedTokens
  browserToken: string
}

/** No account has this id: what the browsers of an unknown account are looked up with. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * Opens a session for a right password; with two-factor login, the challenge that a code makes a session of. An unknown
 * account, a suspended one and a wrong password are refused with the same words after the same work.
 *
 * A browser that has logged in to the account before has a separate count of wrong passwords. All other browsers share the
 * count of the account, so using that up does not lock the owner out.
 * @param browserTokens what the browser sent
 * @throws ApiFailure INVALID_CREDENTIALS; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE where too many log in at once
 */
export async function logIn(
  { database, passwords }: { database: Database; passwords: Passwords },
  credentials: Credentials,
  facts: RequestFacts,
  browserTokens: readonly string[],
): Promise<Challenge | OpenedSession> {
  const { emailOrPhone, password } = credentials
  const account = await findAccount(database, emailOrPhone)
  const browser = await findKnownBrowser(database, account?.id ?? unknownId, browserTokens)
  const attempts = browser ? passwordAttemptsIn(browser.token) : passwordAttemptsOf(emailOrPhone)
  // Counted before the password is looked at: guesses sent at the same moment cannot slip through together.
  await hitRateLimit(database, attempts)
  const isRight = await passwords.matches(account?.password_hash, password)
  if (!isRight || !account) throw new ApiFailure('INVALID_CREDENTIALS')

  const opened = await withTransaction(database, async (tx) => {
    // Undefined where it was suspended or its password changed while the hash was computed.
    const user = await lockUserForLogin(tx, account.id, account.password_hash)
    if (!user) return undefined
    // Agents have none, and need not wait for the question.
    const challenge = user.role === 'admin' ? await openChallenge(tx, user.id) : undefined
    if (challenge) return challenge
    const tokens = await createSession(tx, user, facts)
    const browserToken = await rememberBrowser(tx, user.id, browserTokens)
    return { user, tokens, browserToken }
  })
  if (!opened) throw new ApiFailure('INVALID_CREDENTIALS')
  await undoRateLimitHit(database, attempts.key)
  return 'challenge' in opened ? opened : { ...opened, user: toUser(opened.user, opened.user.role) }
}

interface Account {
  id: string
  password_hash: string
}

/**
 * The active account of an email in any case, or of a phone number in any form. An email that the database takes for
 * another case of it and we do not (`İ` for `i`) is none: its wrong passwords would be counted apart.
 */
async function findAccount(database: Database, emailOrPhone: string): Promise<Account | undefined> {
  const phone = normalisePhone(emailOrPhone)
  const { rows } = await sql<Account & { email: string; phone: string | null }>`
    select id, password_hash, email, phone from users
    where (lower(email) = lower(${emailOrPhone}) or phone = ${phone})
      and status = 'active'`.execute(database.kysely)
  return rows.find(
    (row) =>
      row.email.toLowerCase() === emailOrPhone.toLowerCase() ||
      (phone !== null && row.phone === phone),
  )
}
