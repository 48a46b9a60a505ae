import { type Insertable, type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import { makeSavedSearch } from './factories.ts'

type Limits = Partial<Insertable<Schema['automatic_buying_limits']>>

/**
 * Creates an active rule of an agent, for this search or a new one. By default it matches every new lead, and its limits
 * allow every purchase.
 * @returns its id
 */
export async function makeRule(
  db: Kysely<Schema>,
  userId: string,
  limits: Limits = {},
  search: string | Partial<Insertable<Schema['saved_searches']>> = {},
): Promise<string> {
  const id = uuidv7()
  const searchId = typeof search === 'string' ? search : await makeSavedSearch(db, userId, search)
  await db
    .insertInto('automatic_buying_rules')
    .values({ id, user_id: userId, search_id: searchId, version: 1, on_since: new Date() })
    .execute()
  await addLimits(db, id, 1, limits)
  return id
}

/** Adds a version of the limits of a rule. */
export async function addLimits(
  db: Kysely<Schema>,
  ruleId: string,
  version: number,
  limits: Limits,
): Promise<void> {
  await db
    .insertInto('automatic_buying_limits')
    .values({
      rule_id: ruleId,
      version,
      daily_paise: 100_000_00,
      daily_leads: 1000,
      max_price_paise: 1000_00,
      floor_paise: 0,
      ends_on: sql<string>`today_in_india() + 30`,
      filters: sql<string>`(select filters_of_search(s) from saved_searches s
        join automatic_buying_rules r on r.search_id = s.id where r.id = ${ruleId})`,
      ...limits,
    })
    .execute()
}

/** The creation time of a lead that is older than the delay of automatic buying. */
export const minuteOld = { created_at: sql<Date>`now() - interval '1 minute'` as unknown as Date }

/** Inserts matches that are due now. */
export async function makeMatches(
  db: Kysely<Schema>,
  ruleIds: readonly string[],
  leadIds: readonly string[],
): Promise<void> {
  await sql`insert into automatic_buying_matches (lead_id, rule_id, due_at)
    select lead_id, rule_id, clock_timestamp() from unnest(${leadIds}::uuid[]) lead_id, unnest(${ruleIds}::uuid[]) rule_id`.execute(
    db,
  )
}

/** Makes all present matches due, except locked ones. */
export async function makeDue(db: Kysely<Schema>): Promise<void> {
  await sql`update automatic_buying_matches set due_at = clock_timestamp()
    where (lead_id, rule_id) in (select lead_id, rule_id from automatic_buying_matches
      where due_at > clock_timestamp() for update skip locked)`.execute(db)
}
