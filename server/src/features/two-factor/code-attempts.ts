import { createHash } from 'node:crypto'
import type { SecondFactor } from '@raahi/contract/two-factor'
import type { Database } from '../../platform/database/connect.ts'
import { hitRateLimit, type RateLimit, undoRateLimitHit } from '../../platform/http/rate-limit.ts'
import type { KnownBrowser } from '../auth/known-browsers.ts'

/**
 * Wrong codes of the app that one account takes, however many logins they are tried in. Three codes of a million are right
 * at any moment: thirty guesses a day find one in about thirty years.
 */
const limits: readonly (RateLimit & { name: string })[] = [
  { name: 'codes of', max: 10, windowSeconds: 15 * 60 },
  { name: 'codes in a day of', max: 30, windowSeconds: 24 * 60 * 60 },
]

/**
 * Counts a try before anything is compared. Recovery codes are not counted: they cannot be guessed, and are the way in for
 * an owner whose tries another person has used up.
 * @param browser of the login, where the account knows it: one that has given the second factor before is counted apart
 * @returns takes the try back: the code was right
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
