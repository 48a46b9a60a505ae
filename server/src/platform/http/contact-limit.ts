import { type Kysely, sql } from 'kysely'
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
  const key = await contactKey(database.kysely, call, contact)
  await hitRateLimit(database, { key, ...limit })
}

/** Counts the same hit and returns whether it is within the limit, for calls whose response must not reveal it. */
export async function isWithinContactLimit(
  db: Kysely<Schema>,
  call: string,
  limit: RateLimit,
  contact: string,
): Promise<boolean> {
  const key = await contactKey(db, call, contact)
  return (await countHit(db, { key, ...limit })).isAllowed
}

/** Only a hash of the contact, with the salt of this database, is stored until the window ends. */
async function contactKey(db: Kysely<Schema>, call: string, contact: string): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(salt || ${contact}, 'UTF8')), 'base64') as hash
    from contact_salt`.execute(db)
  const [salted] = rows
  if (!salted) throw new Error('the database has no salt')
  return `${call} by ${salted.hash}`
}
