import { leadListQuery, leadTypes, tripTypes, verifiedContacts } from '@raahi/contract/leads'
import { savedSearchForm } from '@raahi/contract/saved-searches'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeRule } from '../../../testing/automatic-buying.ts'
import { makeAgent, makeLead, makeLeads, makeSavedSearch } from '../../../testing/factories.ts'
import { setLeadPrice } from '../../../testing/insert-records.ts'
import { discardedJobs, matchNewLeads } from '../../../testing/match-new-leads.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { queueAutomaticBuying } from '../../automatic-buying/queue-automatic-buying.ts'
import { findLeadPage } from '../../leads/list-leads.queries.ts'
import { findMatchingLeads } from './find-matching-leads.ts'
import { matchLead, type OnMatch } from './match-lead.ts'
import { toFilterColumns } from './saved-searches.queries.ts'

let test: TestDatabase
let db: TestDatabase['database']['kysely']
let agent: { id: string }
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
  await setLeadPrice(db, 'domestic', 50_00)
  await setLeadPrice(db, 'international', 80_00)
  agent = await makeAgent(db)
  // The trigger rejects leads without a place unless they come from an enquiry. These tests need only the places.
  await sql`alter table leads disable trigger leads_unknown_needs_origin`.execute(db)
})
afterAll(() => test.drop())
beforeEach(async () => {
  for (const table of ['saved_searches', 'saved_search_matches'] as const) {
    await db.deleteFrom(table).execute()
  }
})

async function findMatches(): Promise<{ search_id: string; lead_id: string }[]> {
  return db
    .selectFrom('saved_search_matches')
    .select(['search_id', 'lead_id'])
    .orderBy('search_id')
    .orderBy('lead_id')
    .execute()
}

const matchesOf = (matches: { search_id: string; lead_id: string }[], searchId: string) =>
  matches.filter((match) => match.search_id === searchId).map(({ lead_id }) => lead_id)

const places = [
  'Goa',
  'North Goa',
  'GOA ',
  'Kerala',
  'Kera%',
  'a_b',
  'a\\b',
  'Île',
  'İzmir',
  'ẞ',
  null,
]
const texts = [
  'goa',
  'GOA',
  'north goa',
  'ker',
  '%',
  '_',
  '\\',
  'île',
  'izmir',
  'ß',
  'x'.repeat(25),
  'a',
]
const days = ['2031-01-01', '2031-01-15', '2031-01-31', '2031-02-01', '2031-02-28']

const orNothing = <T>(values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const randomFilters = fc.record({
  leadType: orNothing(leadTypes),
  tripType: orNothing(tripTypes.slice(0, 3)),
  destination: orNothing(texts),
  destinations: orNothing(['goa,kerala', 'GOA,x', '%', 'île, a_b']),
  city: orNothing(texts),
  cities: orNothing(['north,ker', 'a\\b']),
  travelFrom: orNothing(days),
  travelTo: orNothing(days),
  verified: orNothing(verifiedContacts),
})
const randomLead = fc.record({
  destination: fc.constantFrom(...places, `${'y'.repeat(90)}${'x'.repeat(25)}`),
  city: fc.constantFrom(...places),
  lead_type: fc.constantFrom(...leadTypes),
  trip_type: fc.constantFrom(...tripTypes.slice(0, 3)),
  travel_date: fc.option(fc.constantFrom(...days)),
  month_end: fc.option(fc.constantFrom('2031-01-31', '2031-02-28')),
  email_verified_at: fc.option(fc.constant(new Date())),
  phone_verified_at: fc.option(fc.constant(new Date())),
})

it('matches the leads that the marketplace lists with the same filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomFilters, { minLength: 20, maxLength: 20 }),
      fc.array(randomLead, { minLength: 12, maxLength: 12 }),
      async (searches, leads) => {
        const kept = searches.filter(
          ({ travelFrom, travelTo }) => !travelFrom || !travelTo || travelFrom <= travelTo,
        )
        const saved: { id: string; filters: (typeof kept)[number] }[] = []
        for (const filters of kept) {
          const form = savedSearchForm.parse({ name: `Search ${saved.length}`, ...filters })
          const columns = toFilterColumns(form)
          saved.push({ id: await makeSavedSearch(db, agent.id, columns), filters })
        }
        const ids: string[] = []
        for (const { month_end, ...lead } of leads) {
          const id = await makeLead(db, {
            ...lead,
            ...(lead.travel_date === null &&
              month_end && { travel_month: month_end.includes('-01-') ? 'January' : 'February' }),
          })
          if (lead.travel_date === null && month_end) {
            await db.updateTable('leads').set({ month_end }).where('id', '=', id).execute()
          }
          ids.push(id)
        }
        await matchNewLeads(test.database)
        const matches = await findMatches()
        for (const { id, filters } of saved) {
          const query = leadListQuery.parse({ ...filters, limit: '50' })
          const page = await findLeadPage(
            test.database,
            { ...query, expired: false, today: '2030-01-01' },
            false,
          )
          const listed = page.rows.map((row) => row.id)
          expect(matchesOf(matches, id), JSON.stringify(filters)).toEqual(
            ids.filter((lead) => listed.includes(lead)).sort(),
          )
        }
        await sql`delete from saved_searches`.execute(db)
        await sql`delete from saved_search_matches`.execute(db)
        await sql`update leads set deleted_at = now()`.execute(db)
      },
    ),
    { numRuns: 5, seed: 17, endOnFailure: true },
  )
}, 60_000)

it('matches by the present price, and matches no lead without a price', async () => {
  const cheap = await makeSavedSearch(db, agent.id, { max_price_paise: 50_00 })
  const any = await makeSavedSearch(db, agent.id, { max_price_paise: 80_00 })
  const domestic = await makeLead(db, { lead_type: 'domestic' })
  const international = await makeLead(db, { lead_type: 'international' })
  await matchNewLeads(test.database)
  const matches = await findMatches()
  expect(matchesOf(matches, cheap)).toEqual([domestic])
  expect(matchesOf(matches, any)).toEqual([domestic, international].sort())
})

it('matches each lead once, with several processes and processes that end before the commit', async () => {
  const searches = [await makeSavedSearch(db, agent.id), await makeSavedSearch(db, agent.id)]
  const leads = (await makeLeads(db, 20)).sort()
  const found: string[] = []
  const match = (leadId: string, onMatch: OnMatch) =>
    matchLead(test.database, { leadId, putOnSaleAt: new Date() }, onMatch)
  for (const lead of leads) {
    const failing = match(lead, async () => {
      throw new Error('the process ends')
    })
    await expect(failing).rejects.toThrow('the process ends')
  }
  const collect: OnMatch = async (_, leadId) => void found.push(leadId)
  await Promise.all(
    Array.from({ length: 4 }, () => leads.map((lead) => match(lead, collect))).flat(),
  )
  expect(found.sort(), 'each lead is reported once').toEqual(leads)
  const matches = await findMatches()
  for (const search of searches) expect(matchesOf(matches, search)).toEqual(leads)
})

it('matches no lead from before the search, no sold lead, no paused search and no suspended agent', async () => {
  const before = await makeLead(db)
  const later = await makeSavedSearch(db, agent.id)
  const suspended = await makeAgent(db, { status: 'suspended' })
  await makeSavedSearch(db, suspended.id)
  await makeSavedSearch(db, agent.id, { paused_at: new Date() })
  const after = await makeLead(db)
  const sold = await makeLead(db)
  await sql`update leads set status = 'sold', sold_cause = 'outside', sold_at = now() where id = ${sold}`.execute(
    db,
  )
  const old = await makeLead(db, { created_at: new Date(Date.now() - 60 * 60 * 1000) })
  await matchNewLeads(test.database)
  expect(await findMatches()).toEqual([{ search_id: later, lead_id: after }])
  const preview = await findMatchingLeads(db, later, { days: 7, limit: 3 })
  expect(preview.map(({ id, is_sold }) => [id, is_sold])).toEqual([
    [sold, true],
    [after, false],
    [before, false],
  ])
  expect(old).toBeDefined()
})

it('stores matches without a lock on their leads, so that buyers do not wait', async () => {
  const search = await makeSavedSearch(db, agent.id, { mail_alerts: 'at-once' })
  await makeRule(db, agent.id, {}, search)
  const lead = await makeLead(db)
  const hold: OnMatch = async (tx, leadId) => {
    await queueAutomaticBuying(discardedJobs)(tx, leadId)
    await db.transaction().execute(async (buyer) => {
      const rows = await sql`select from leads where id = ${lead} for update nowait`.execute(buyer)
      expect(rows.rows).toHaveLength(1)
    })
  }
  await matchNewLeads(test.database, hold)
  const stored =
    await sql`select from lead_alerts join automatic_buying_matches using (lead_id)`.execute(db)
  expect(stored.rows).toHaveLength(1)
})
