import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { hitRateLimit, type RateLimit } from './rate-limit.ts'

/**
 * Counts a hit against the limit of one phone or email, from wherever it comes. What is kept of the contact until the
 * window ends is a hash with the salt of this database.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function hitContactLimit(
  database: Database,
  call: string,
  limit: RateLimit,
  contact: string,
): Promise<void> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(salt || ${contact.toLowerCase()}, 'UTF8')), 'base64') as hash
    from contact_salt`.execute(database.kysely)
  const [salted] = rows
  if (!salted) throw new Error('the database has a salt')
  await hitRateLimit(database, { key: `${call} by ${salted.hash}`, ...limit })
}
