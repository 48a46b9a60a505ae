import { createHash } from 'node:crypto'
import type { SecondFactor } from '@raahi/contract/two-factor'
import type { Database } from '../../platform/database/connect.ts'
import { hitRateLimit, type RateLimit, undoRateLimitHit } from '../../platform/http/rate-limit.ts'
import type { KnownBrowser } from '../auth/public/known-browsers.ts'

/**
 * Limits of wrong app codes per account, over all logins. Three of a million codes are valid at any time, so thirty
 * guesses a day find one in about thirty years.
 */
const limits: readonly (RateLimit & { name: string })[] = [
  { name: 'codes of', max: 10, windowSeconds: 15 * 60 },
  { name: 'codes in a day of', max: 30, windowSeconds: 24 * 60 * 60 },
]

/**
 * Counts an attempt before the code is compared. Recovery codes are not counted: they cannot be guessed, and they let
 * an owner log in after an attacker has used up the attempts.
 * @param browser the known browser of the login, if any: one that has passed the second factor before has a separate
 * count
 * @returns a function that removes the attempt from the count after a correct code
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function countCodeTry(
  database: Database,
  userId: string,
  { kind }: SecondFactor,
  browser?: KnownBrowser,
): Promise<() => Promise<void>> {
  if (kind === 'recovery') return async () => {}
  const account = createHash('sha256')
    .update(browser?.hasTwoFactor ? `${userId} ${browser.token}` : userId)
    .digest('base64url')
  const counted = limits.map(({ name, ...limit }) => ({ key: `${name} ${account}`, ...limit }))
  for (const limit of counted) await hitRateLimit(database, limit)
  return async () => {
    for (const { key } of counted) await undoRateLimitHit(database, key)
  }
}
