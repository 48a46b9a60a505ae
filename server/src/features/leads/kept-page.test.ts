import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { deleteLead, type LeadPage, leadListQuery, updateLead } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parseSnapshot } from '../../platform/database/event-position.ts'
import { snapshotSql } from '../../platform/database/snapshot.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makeLeads,
} from '../../testing/factories.ts'
import { setDayInIndia } from '../../testing/india-clock.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { openAllConnections } from '../../testing/open-all-connections.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { applyChanges } from './kept-page.ts'
import type { SoldLead } from './lead-changes.queries.ts'
import { foldLeadCounts, markExpiredLeads } from './lead-tasks.ts'
import type { ListedLeadRow } from './list-leads.queries.ts'
import { createLeadList, type ListLeads } from './list-leads.ts'

vi.setConfig({ testTimeout: 120_000 })

const day = '2026-05-10'
const queries = [
  { limit: '5' },
  { limit: '5', satatus: 'buy' },
  { limit: '5', satatus: 'buy', page: '2', leadType: 'domestic' },
  { limit: '5', satatus: 'buy', sort: 'createdAt', tripType: 'Family' },
  { limit: '5', satatus: 'buy', city: 'Jaipur' },
  { limit: '5', city: 'Jaipur', sort: 'travelDate' },
  { limit: '5', satatus: 'sold' },
  { limit: '5', sort: 'cost' },
  { limit: '50', satatus: 'buy', page: '2' },
].map((query) => leadListQuery.parse(query))

let app: TestApp
let admin: MadeUser
let buyer: MadeUser
let viewer: MadeUser
let uncachedList: ListLeads

beforeAll(async () => {
  app = await createTestApp()
  await setDayInIndia(app.database, day)
  admin = await makeAdmin(app.db)
  buyer = await makeAgent(app.db)
  viewer = await makeAgent(app.db)
  uncachedList = createLeadList(app.database)
  await giveMoney(app.database, buyer.id, 100_000_000)
  for (const type of ['domestic', 'international'] as const) await setLeadPrice(app.db, type, 100)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

async function requestPage(list: ListLeads, query: (typeof queries)[number], agent: MadeUser) {
  const { rows } = await sql<{ snapshot: string }>`
    select ${sql.raw(snapshotSql)} as snapshot`.execute(app.db)
  return requestPageIn(list, query, agent, { snapshot: rows[0]?.snapshot ?? '', position: null })
}

/**
 * Reads the same page without kept pages: no kept page has this snapshot, and a page with a position does not follow
 * sales.
 */
function readAgain(query: (typeof queries)[number], agent: MadeUser) {
  return requestPageIn(uncachedList, query, agent, { snapshot: randomUUID(), position: '0/0' })
}

/** Returns the page without its event id, which depends on the snapshot. */
async function requestPageIn(
  list: ListLeads,
  query: (typeof queries)[number],
  { id }: MadeUser,
  state: { snapshot: string; position: string | null },
) {
  const caller = {
    ...{ userId: id, role: 'user' as const, sessionId: '', lacksTwoFactor: false },
    ...{ ...state, today: day },
  }
  const bytes = await list({ caller, reply: { raw: new EventEmitter() } }, query, JSON.stringify)
  const { eventId: _, ...page } = JSON.parse(bytes.toString()) as LeadPage
  return page
}

async function makeAnyLead(days: number): Promise<string> {
  return makeLead(app.db, {
    lead_type: days % 2 ? 'domestic' : 'international',
    trip_type: days % 3 ? 'Family' : 'Group',
    city: days % 4 ? 'Jaipur' : 'Indore',
    travel_date: days % 5 ? `2026-0${(days % 9) + 1}-11` : null,
  })
}

/** Finds the ids of the leads for sale, the newest first. */
async function forSale(): Promise<string[]> {
  const rows = await app.db
    .selectFrom('leads')
    .select('id')
    .where('status', '=', 'buy')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('travel_date', 'is', null), eb('travel_date', '>=', day)]))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

const steps = {
  buy: async (id: string) => void (await app.as(buyer).call(buyLead, { body: { leadId: id } })),
  sellOutside: async (id: string) =>
    void (await app.as(admin).call(updateLead, { params: { id }, body: { satatus: 'sold' } })),
  delete: async (id: string) => void (await app.as(admin).call(deleteLead, { params: { id } })),
  add: async (_: string, at: number) => void (await makeAnyLead(at)),
  price: async (_: string, at: number) => setLeadPrice(app.db, 'domestic', 100 + at),
  /** A lead whose travel is over: agents do not see it before it is sold. */
  sellExpired: async (_: string, at: number) => {
    const id = await makeLead(app.db, {
      travel_date: '2026-05-01',
      ...(at % 2 && { city: 'Jaipur' }),
    })
    for (const query of queries) await requestPage(keptList, query, viewer)
    await steps.sellOutside(id)
  },
  foldCounts: async () => void (await foldLeadCounts(app.database)),
  markExpired: async () => void (await markExpiredLeads(app.database)),
}
let keptList: ListLeads

it('kept pages are equal to pages that are read again, after any changes', async () => {
  const step = fc.record({
    does: fc.constantFrom(
      'buy',
      'buy',
      'buy',
      'buy',
      'sellOutside',
      'delete',
      'add',
      'price',
      'sellExpired',
      'foldCounts',
      'markExpired',
    ) as fc.Arbitrary<keyof typeof steps>,
    at: fc.nat(30),
    /** The pages that are requested after the step. The other pages follow several changes at once. */
    looks: fc.subarray(queries.map((_, at) => at)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (all) => {
      await app.db.transaction().execute(async (tx) => {
        await sql`update leads set deleted_at = now() where deleted_at is null and status = 'buy'`.execute(
          tx,
        )
      })
      for (let i = 0; i < 40; i += 1) await makeAnyLead(i)
      keptList = createLeadList(app.database)
      for (const { does, at, looks } of all) {
        const ids = await forSale()
        await steps[does](ids[at % Math.max(1, ids.length)] ?? '', at)
        for (const query of looks.map((each) => queries[each] ?? leadListQuery.parse({}))) {
          for (const agent of [viewer, buyer]) {
            const fresh = await readAgain(query, agent)
            expect(await requestPage(keptList, query, agent), JSON.stringify(query)).toEqual(fresh)
          }
        }
      }
    }),
    { numRuns: 5 },
  )
})

it('no kept page of all leads or of leads for sale is read again after a sale', async () => {
  await openAllConnections(app.database)
  await makeLeads(app.db, 40)
  const list = createLeadList(app.database)
  const [all, buy] = queries
  if (!all || !buy) throw new Error('no queries')
  // The first change begins the log, so both pages are read twice.
  for (const query of [all, buy]) await requestPage(list, query, viewer)
  await makeLead(app.db)
  for (const query of [all, buy]) await requestPage(list, query, viewer)
  let reads = 0
  const count = () => (reads += 1)
  app.database.lists.pool.on('acquire', count)
  for (const id of (await forSale()).slice(0, 8)) {
    await steps.buy(id)
    const page = await requestPage(list, all, viewer)
    expect(page.leads.find(({ _id }) => _id === id)?.satatus ?? 'sold').toBe('sold')
    expect((await requestPage(list, buy, viewer)).leads.map(({ _id }) => _id)).not.toContain(id)
  }
  app.database.lists.pool.off('acquire', count)
  expect(reads).toBe(0)
})

it('the list of leads for sale is exact after more sales than spare rows', async () => {
  await makeLeads(app.db, 45, { city: 'Jaipur' })
  const list = createLeadList(app.database)
  const query = leadListQuery.parse({ limit: '5', satatus: 'buy' })
  for (const id of (await forSale()).slice(0, 36)) {
    expect(await requestPage(list, query, viewer)).toEqual(await readAgain(query, viewer))
    await steps.buy(id)
  }
})

it('a sale that a page contains already is not applied to it again', async () => {
  const [, query] = queries
  if (!query) throw new Error('no queries')
  const page = {
    total: 7,
    isTotalCapped: false,
    hasNextPage: true,
    snapshot: '',
    buyers: new Set<string>(),
  }
  const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
    id,
    created_at: `2026-05-0${id.charCodeAt(0) % 8}`,
  }))
  const read = { ...page, rows: rows as unknown as ListedLeadRow[] }
  const sale = {
    id: 'c',
    lead_type: 'domestic',
    trip_type: 'Family',
    created_at: '2026-05-03',
  } as SoldLead
  const selection = { ...query, today: day }
  const totalAfter = (snapshot: string) =>
    applyChanges(read, selection, { run: '', ...parseSnapshot(snapshot) }, [{ xid: 20n, sale }])
      ?.total
  expect(totalAfter('30:30:')).toBe(7)
  expect(totalAfter('10:30:20')).toBe(6)
  expect(totalAfter('20:20:')).toBe(6)
})
