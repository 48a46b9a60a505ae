import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { countHit, hitRateLimit, type RateLimit } from './rate-limit.ts'

/**
 * Counts a hit against the limit of one phone number or email, from any address.
 * @param contact in its normal form
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function hitContactLimit(
  database: Database,
  call: string,
  limit: RateLimit,
  contact: string,
): Promise<void> {
  await hitRateLimit(database, { key: contactKey(call, contact), ...limit })
}

/** Counts the same hit and returns whether it is within the limit, for calls whose response must not reveal it. */
export async function isWithinContactLimit(
  db: Kysely<Schema>,
  call: string,
  limit: RateLimit,
  contact: string,
): Promise<boolean> {
  return (await countHit(db, { key: contactKey(call, contact), ...limit })).isAllowed
}

/** Only a hash of the contact, with the salt of this database, is stored until the window ends. */
function contactKey(call: string, contact: string): RawBuilder<string> {
  return sql`${`${call} by `} || encode(salted_hash(${contact}), 'base64')`
}
