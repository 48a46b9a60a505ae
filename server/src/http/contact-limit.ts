import { createHash } from 'node:crypto'
import type { Database } from '../database/connect.ts'
import { hitRateLimit, type RateLimit } from './rate-limit.ts'

/**
 * Counts a hit against the limit of one phone or email, from wherever it comes. What is kept of the contact until the
 * window ends is a hash.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function hitContactLimit(
  database: Database,
  call: string,
  limit: RateLimit,
  contact: string,
): Promise<void> {
  const hash = createHash('sha256').update(contact.toLowerCase()).digest('base64url')
  await hitRateLimit(database, { key: `${call} by ${hash}`, ...limit })
}
