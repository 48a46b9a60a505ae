import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, undoRateLimitHit } from '../../platform/http/rate-limit.ts'
import { passwordAttemptsInSession } from './password-attempts.ts'
import type { Passwords } from './passwords.ts'

export interface CheckedAccount {
  name: string
  email: string
  email_confirmed_at: Date | null
  /** What the password was compared with; another one by now means that it was changed meanwhile. */
  password_hash: string
}

/**
 * Checks the present password of somebody who is signed in: a stolen session alone is not enough. Guessing is counted
 * in the session: an attacker who uses up the logins of the account does not keep its owner from changing the password.
 * @throws ApiFailure CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE where too many passwords are hashed
 *   at once
 */
export async function checkOwnPassword(
  { database, passwords }: { database: Database; passwords: Passwords },
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  currentPassword: string,
): Promise<CheckedAccount> {
  const account = await database.kysely
    .selectFrom('users')
    .select(['name', 'email', 'email_confirmed_at', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new ApiFailure('UNAUTHENTICATED')
  const attempts = passwordAttemptsInSession(sessionId)
  // Counted before the password is looked at: guesses sent at the same moment cannot slip through together.
  await hitRateLimit(database, attempts)
  if (!(await passwords.matches(account.password_hash, currentPassword))) throw wrongPassword()
  await undoRateLimitHit(database, attempts.key)
  return account
}

export function wrongPassword(): ApiFailure {
  const { message } = new ApiFailure('CURRENT_PASSWORD_WRONG')
  return new ApiFailure('CURRENT_PASSWORD_WRONG', { fieldErrors: { currentPassword: message } })
}
