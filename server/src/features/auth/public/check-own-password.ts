import type { Database } from '../../../platform/database/connect.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { hitRateLimit, undoRateLimitHit } from '../../../platform/http/rate-limit.ts'
import { passwordAttemptsInSession } from '../password-attempts.ts'
import type { Passwords } from './passwords.ts'

export interface CheckedAccount {
  name: string
  email: string
  email_confirmed_at: Date | null
  /**
   * The hash that the password was compared with. A different hash in the database means that the password changed
   * meanwhile.
   */
  password_hash: string
}

/**
 * Checks the current password of a signed-in user, so that a stolen session alone is not enough. Wrong passwords are
 * counted per session: an attacker who uses up the account's login attempts does not stop the owner from changing the
 * password.
 * @param field the field of the request that has the password
 * @throws ApiFailure CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE if too many passwords are being
 * hashed
 */
export async function checkOwnPassword(
  { database, passwords }: { database: Database; passwords: Passwords },
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  currentPassword: string,
  field = 'currentPassword',
): Promise<CheckedAccount> {
  const account = await database.kysely
    .selectFrom('users')
    .select(['name', 'email', 'email_confirmed_at', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new ApiFailure('UNAUTHENTICATED')
  const attempts = passwordAttemptsInSession(sessionId)
  // The attempt is counted before the password is compared, so that parallel guesses cannot exceed the limit.
  await hitRateLimit(database, attempts)
  if (!(await passwords.matches(account.password_hash, currentPassword))) throw wrongPassword(field)
  await undoRateLimitHit(database, attempts.key)
  return account
}

export function wrongPassword(field = 'currentPassword'): ApiFailure {
  const { message } = new ApiFailure('CURRENT_PASSWORD_WRONG')
  return new ApiFailure('CURRENT_PASSWORD_WRONG', { fieldErrors: { [field]: message } })
}
