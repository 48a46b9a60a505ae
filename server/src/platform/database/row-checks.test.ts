import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { giveMoney, makeAgent, makeLead, makePurchase } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

// The checks of the tables that a purchase writes are functions. This shows that
// each condition rejects a row.

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const { kysely } = test.database
  await setLeadPrice(kysely, 'domestic', 5000)
  const agent = await makeAgent(kysely)
  await giveMoney(test.database, agent.id, 50_000)
  await makePurchase(test.database, agent.id)
  await makeLead(kysely, { travel_date: '2020-01-01' })
  // Journal entries are append-only, so they can be changed only without this trigger.
  await sql`alter table journal_entries disable trigger journal_entries_append_only`.execute(kysely)
})
afterAll(() => test.drop())

// A trigger would overwrite these columns.
const noTriggers = 'set local session_replication_role = replica;'

it.each([
  ['leads_valid', `update leads set status = 'other'`],
  ['leads_valid', `update leads set lead_type = 'other'`],
  ['leads_valid', `update leads set trip_type = 'other'`],
  ['leads_valid', `update leads set sold_cause = 'purchase', sold_at = null where status = 'sold'`],
  ['leads_valid', `update leads set sold_cause = null where status = 'sold'`],
  ['leads_valid', `update leads set sold_cause = 'other' where status = 'sold'`],
  ['leads_valid', `update leads set sold_cause = 'outside', sold_at = now() where status = 'buy'`],
  ['leads_valid', `update leads set deleted_cause = 'erased'`],
  ['leads_valid', `update leads set deleted_cause = 'other', deleted_at = now()`],
  ['leads_valid', `${noTriggers} update leads set is_expired = true where status = 'sold'`],
  [
    'leads_under_review',
    `${noTriggers} update leads set corrected_from = '{}' where status = 'sold'`,
  ],
  ['leads_valid', `${noTriggers} update leads set month_end = '2030-01-31', travel_month = null`],
  ['accounts_valid', `update accounts set kind = 'other' where kind = 'cash'`],
  ['accounts_valid', `update accounts set kind = 'cash' where kind = 'wallet'`],
  ['accounts_valid', `update accounts set balance_paise = null where kind = 'wallet'`],
  ['accounts_valid', `update accounts set balance_paise = 0 where kind = 'cash'`],
  ['accounts_valid', `update accounts set user_id = null where kind = 'wallet'`],
  ['accounts_valid', `update accounts set user_id = gen_random_uuid() where kind = 'wallet'`],
  ['accounts_valid', `update accounts set balance_paise = 9007199254740992 where kind = 'wallet'`],
  ['accounts_balance_not_negative', `update accounts set balance_paise = -1 where kind = 'wallet'`],
  ['journal_entries_valid', `update journal_entries set method = 'other'`],
  ['journal_entries_valid', `update journal_entries set status = 'other'`],
  ['journal_entries_valid', `update journal_entries set amount_paise = -1`],
  ['purchases_valid', `update purchases set paid_with = 'other'`],
  ['purchases_valid', `update purchases set paid_with = 'plan'`],
  ['purchases_valid', `update purchases set entry_id = null`],
  ['purchases_valid', `update purchases set cost_paise = -1`],
  ['purchases_valid', `update purchases set replacement_status = 'other'`],
])('%s rejects: %s', async (constraint, statement) => {
  await expect(sql.raw(statement).execute(test.database.kysely)).rejects.toThrow(constraint)
})
