import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  markSavedSearchSeen,
  maxNewMatches,
  maxSavedSearches,
  updateSavedSearch,
} from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type MadeUser,
  makeAgent,
  makeLead,
  makeLeads,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { matchNewLeads } from '../../testing/match-new-leads.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { findSavedSearches, maxCountedMatches } from './public/saved-searches.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const filters = {
  leadType: 'domestic',
  tripType: 'Family',
  destination: 'Goa',
  destinations: 'Goa,Kerala',
  cities: 'Pune',
  travelFrom: '2031-01-01',
  travelTo: '2031-03-31',
  verified: 'phone',
}

async function list(agent: MadeUser) {
  return (await app.as(agent).call(listSavedSearches)).data
}

it('saves, lists, changes and deletes only the searches of the agent', async () => {
  const agent = await makeAgent(app.db)
  const other = await makeAgent(app.db)
  const client = app.as(agent)
  const body = { name: ' Goa families ', ...filters, maxPrice: 60.5 }
  const { status, data: saved } = await client.call(createSavedSearch, { body })
  expect(status).toBe(201)
  expect(saved).toMatchObject({
    name: 'Goa families',
    filters,
    maxPrice: 60.5,
    isPaused: false,
    newMatches: 0,
  })
  expect(await list(agent)).toEqual([saved])
  expect(await list(other)).toEqual([])
  const params = { id: saved._id }
  const changed = { name: 'Kerala', destinations: 'Kerala', isPaused: true }
  expect((await client.call(updateSavedSearch, { params, body: changed })).data).toMatchObject({
    name: 'Kerala',
    filters: { destinations: 'Kerala' },
    maxPrice: null,
    isPaused: true,
  })
  expect((await app.as(other).call(deleteSavedSearch, { params })).code).toBe(
    'SAVED_SEARCH_NOT_FOUND',
  )
  expect((await client.call(deleteSavedSearch, { params })).status).toBe(200)
  expect(await list(agent)).toEqual([])
})

it('accepts at most 50 searches of an agent, also of concurrent requests, and each name once', async () => {
  const agent = await makeAgent(app.db)
  for (let n = 3; n < maxSavedSearches; n += 1) await makeSavedSearch(app.db, agent.id)
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      app.as(agent).call(createSavedSearch, { body: { name: `Goa ${n}` } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ code }) => code === 'SAVED_SEARCH_LIMIT')).toHaveLength(3)
  const [one, two] = await list(agent)
  const taken = { params: { id: one?._id ?? '' }, body: { name: two?.name.toUpperCase() } }
  expect((await app.as(agent).call(updateSavedSearch, taken)).code).toBe('SAVED_SEARCH_NAME_TAKEN')
})

it('rejects filters that the marketplace does not have', async () => {
  const agent = await makeAgent(app.db)
  const bad = [
    { name: '' },
    { name: 'x'.repeat(61) },
    { name: 'Asha 98123 45678' },
    { name: 'asha@example.com' },
    { name: 'a', destinations: Array(13).fill('Goa').join(',') },
    { name: 'a', travelFrom: '2031-02-02', travelTo: '2031-02-01' },
    { name: 'a', leadType: 'both' },
    { name: 'a', maxPrice: -1 },
    { name: 'a', search: 'Asha' },
    { name: 'a', userId: agent.id },
  ]
  for (const body of bad) {
    const { status, code } = await app.as(agent).call(createSavedSearch, { body })
    expect([status, code], JSON.stringify(body)).toEqual([400, 'VALIDATION_FAILED'])
  }
})

it('counts new matches until the search is opened, and only leads that are for sale', async () => {
  const agent = await makeAgent(app.db)
  const id = await makeSavedSearch(app.db, agent.id, { destination: 'hampi' })
  await makeLead(app.db, { destination: 'Hampi' })
  const deleted = await makeLead(app.db, { destination: 'Hampi' })
  await matchNewLeads(app.database)
  expect(await list(agent)).toMatchObject([{ newMatches: 2 }])
  await app.db
    .updateTable('leads')
    .set({ deleted_at: new Date() })
    .where('id', '=', deleted)
    .execute()
  expect(await list(agent)).toMatchObject([{ newMatches: 1 }])
  await app.as(agent).call(markSavedSearchSeen, { params: { id } })
  expect(await list(agent)).toMatchObject([{ newMatches: 0 }])
})

it('counts at most 100 new matches of each search, and no lead whose travel is over', async () => {
  const agent = await makeAgent(app.db)
  await makeSavedSearch(app.db, agent.id, { name: 'A', destination: 'Orchha' })
  await makeSavedSearch(app.db, agent.id, { name: 'B', destination: 'Orchha Fort' })
  await makeLeads(app.db, maxNewMatches, { destination: 'Orchha' })
  const late = await makeLead(app.db, { destination: 'Orchha Fort' })
  await matchNewLeads(app.database)
  expect(await list(agent)).toMatchObject([{ newMatches: maxNewMatches }, { newMatches: 1 }])
  await app.db
    .updateTable('leads')
    .set({ travel_date: '2020-01-01' })
    .where('id', '=', late)
    .execute()
  expect(await list(agent)).toMatchObject([{ newMatches: maxNewMatches }, { newMatches: 0 }])
})

it('reads a limited number of leads to count matches', async () => {
  const agent = await makeAgent(app.db)
  const id = await makeSavedSearch(app.db, agent.id, { seen_at: new Date(0) })
  // Leads that do not exist count as sold, so the count continues with older matches.
  await sql`insert into saved_search_matches (search_id, lead_id)
    select case when n <= 2000 then ${id}::uuid else gen_random_uuid() end, gen_random_uuid()
    from generate_series(1, 20000) n`.execute(app.db)
  await sql`vacuum analyze saved_search_matches`.execute(app.db)
  const read = await app.db
    .transaction()
    .execute((tx) =>
      countRowsRead(tx, 'saved_search_matches', () => findSavedSearches(tx, agent.id)),
    )
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(2 * maxCountedMatches)
})

it('compares a changed or resumed search only with leads that are put on sale later', async () => {
  const agent = await makeAgent(app.db)
  const id = await makeSavedSearch(app.db, agent.id, { name: 'A', paused_at: new Date() })
  await makeLead(app.db, { destination: 'Hampi' })
  const client = app.as(agent)
  await client.call(updateSavedSearch, { params: { id }, body: { name: 'A' } })
  await matchNewLeads(app.database)
  expect(await list(agent)).toMatchObject([{ newMatches: 0 }])
  await makeLead(app.db, { destination: 'Hampi' })
  await client.call(updateSavedSearch, { params: { id }, body: { name: 'Only renamed' } })
  await matchNewLeads(app.database)
  expect(await list(agent)).toMatchObject([{ newMatches: 1 }])
})
