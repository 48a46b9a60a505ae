import { createHash } from 'node:crypto'
import { normalisePhone } from '@raahi/contract/fields'
import type { RateLimit } from '../http/rate-limit.ts'

/** Wrong passwords that one account takes, from however many addresses they come. */
const failuresPerAccount: RateLimit = { max: 50, windowSeconds: 15 * 60 }

/**
 * The limit of wrong passwords for an account, by email or phone, with the key of its count. The account is hashed: the
 * table of counts is no list of who logs in.
 */
export function passwordAttemptsOf(emailOrPhone: string): RateLimit & { key: string } {
  const account = normalisePhone(emailOrPhone) ?? emailOrPhone.toLowerCase()
  const key = `login of ${createHash('sha256').update(account).digest('base64url')}`
  return { key, ...failuresPerAccount }
}
