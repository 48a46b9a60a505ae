import { getDashboard } from '@raahi/contract/dashboard'
import { getLeadPreferences, setLeadPreferences } from '@raahi/contract/lead-preferences'
import { createLead, listLeads, updateLead } from '@raahi/contract/leads'
import { getPipelineWorth } from '@raahi/contract/pipeline-worth'
import { listPurchases } from '@raahi/contract/purchases'
import { createSavedSearch, listSavedSearches } from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addLimits, makeDue } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeLead,
  makePurchase,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { discardedJobs, matchNewLeads } from '../../testing/match-new-leads.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { queueAutomaticBuying } from '../automatic-buying/queue-automatic-buying.ts'
import { createPlaceSuggestions } from './place-suggestions.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
beforeEach(async () => {
  await sql`update leads set deleted_at = now() where deleted_at is null and status = 'buy'`.execute(
    app.db,
  )
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

async function countLeads(query: Record<string, string>): Promise<number> {
  return (await app.as(agent).call(listLeads, { query })).data.totalLeads
}

const form = {
  name: 'Asha Rao',
  phone: '9812345670',
  email: 'asha.rao@example.com',
  travelDate: '2031-02-01',
  travelDays: 4,
  travelNights: 3,
  adult: 2,
  children: 0,
  infant: 0,
  tripType: 'Family',
  leadType: 'domestic',
} as const

it('finds the leads of a place by each of its names and under each spelling', async () => {
  const typed = ['Bengaluru', 'Bangalore', 'ಬೆಂಗಳೂರು', 'Banglore ', 'BANGALORE, Karnataka']
  for (const city of typed) await makeLead(app.db, { city, destination: 'Delhi, Agra and Jaypur' })
  await makeLead(app.db, { city: 'Mangaluru', destination: 'Udupi' })
  for (const city of ['Bangalore', 'bengaluru', 'BLR', 'ಬೆಂಗಳೂರು', 'Beng', 'bangal']) {
    expect(await countLeads({ city }), city).toBe(typed.length)
    expect(await countLeads({ cities: `Nowhere,${city}` }), city).toBe(typed.length)
  }
  for (const destination of ['New Delhi', 'agra', 'Jaipur', 'Pink City']) {
    expect(await countLeads({ destination, city: 'Bangalore' }), destination).toBe(typed.length)
  }
  expect(await countLeads({ destination: 'UP' })).toBe(0)
  const { data } = await app.as(agent).call(listLeads, { query: { city: 'Bengaluru' } })
  expect(data.leads.map(({ city }) => city).sort()).toEqual([...typed].sort())
})

it('finds the leads of any of several places with commas, and a place with its state as one place', async () => {
  for (const destination of ['Goa', 'Kerela', 'Munnar', 'Ooty']) {
    await makeLead(app.db, { destination, city: 'Pune' })
  }
  expect(await countLeads({ destination: 'Goa, Kerala' })).toBe(2)
  expect(await countLeads({ destination: 'goa,kerala, ooty,', city: 'Poona, Surat' })).toBe(3)
  expect(await countLeads({ destination: 'Munnar, Kerala' })).toBe(1)
  expect(await countLeads({ destination: 'Goa, Ooty', destinations: 'Ooty,Munnar' })).toBe(1)
  const many = Array(13).fill('Goa').join(',')
  expect(
    (await app.as(agent).call(listLeads, { query: { destination: many } })).fieldErrors,
  ).toMatchObject({ destination: 'At most 12 places.' })
})

it('follows a correction of the place', async () => {
  const body = { ...form, city: 'Pune', destination: 'Simla' }
  const { data: lead } = await app.as(admin).call(createLead, { body })
  expect(await countLeads({ destination: 'Shimla', city: 'Poona' })).toBe(1)
  const params = { id: lead._id }
  await app.as(admin).call(updateLead, { params, body: { ...body, destination: 'Kerela' } })
  expect(await countLeads({ destination: 'Shimla' })).toBe(0)
  expect(await countLeads({ destination: 'Kerala' })).toBe(1)
  await sql`update leads set destination = 'Erased' where id = ${lead._id}`.execute(app.db)
  expect(await countLeads({ destination: 'Kerala' })).toBe(0)
})

it('matches saved searches, alerts and automatic buying by the place', async () => {
  const buyer = await makeAgent(app.db)
  await giveMoney(app.database, buyer.id, 1000_00)
  const names = ['Bombay', 'J & K', 'Beng', 'Goa, Ooty']
  for (const destination of names) {
    const body = { name: destination, destination, mailAlerts: 'at-once' as const }
    await app.as(buyer).call(createSavedSearch, { body })
  }
  const body = { name: 'Several', destinations: 'Nowhere,Orissa', city: 'Baroda' }
  await app.as(buyer).call(createSavedSearch, { body })
  const searches = (await app.as(buyer).call(listSavedSearches)).data
  expect(searches.map(({ filters }) => filters.destination ?? filters.city).sort()).toEqual(
    ['Baroda', ...names].sort(),
  )
  const bombay = searches.find(({ name }) => name === 'Bombay')
  const { rows } = await sql<{ id: string }>`
    insert into automatic_buying_rules (id, user_id, search_id, version, on_since)
    values (gen_random_uuid(), ${buyer.id}, ${bombay?._id}, 1, now()) returning id`.execute(app.db)
  await addLimits(app.db, rows[0]?.id ?? '', 1, {})
  const leads = await Promise.all([
    makeLead(app.db, { destination: 'मुंबई' }),
    makeLead(app.db, { destination: 'Jammu & Kashmir' }),
    makeLead(app.db, { destination: 'Bangalore' }),
    makeLead(app.db, { destination: 'Udhagamandalam' }),
    makeLead(app.db, { destination: 'Odisha', city: 'Vadodara' }),
  ])
  await makeLead(app.db, { destination: 'Odisha', city: 'Surat' })
  await matchNewLeads(app.database, queueAutomaticBuying(discardedJobs))
  await makeDue(app.db)
  const found = async (table: 'saved_search_matches' | 'lead_alerts') =>
    (
      await sql<{ name: string; lead_id: string }>`
        select s.name, m.lead_id from ${sql.table(table)} m join saved_searches s on s.id = m.search_id
        where s.user_id = ${buyer.id}`.execute(app.db)
    ).rows
  const expected = [...names, 'Several'].map((name, at) => ({
    name,
    lead_id: leads[at] ?? '',
  }))
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  expect((await found('saved_search_matches')).sort(byName)).toEqual([...expected].sort(byName))
  expect((await found('lead_alerts')).sort(byName)).toEqual(
    expected.filter(({ name }) => name !== 'Several').sort(byName),
  )
  const due = await app.db.selectFrom('automatic_buying_matches').select('lead_id').execute()
  expect(due).toEqual([{ lead_id: leads[0] }])
})

it('suggests a place once, with the leads of all its names, and finds it by each', async () => {
  for (const city of ['Trivandrum', 'Thiruvananthapuram', 'തിരുവനന്തപുരം', ' trivandrum']) {
    await makeLead(app.db, { city, destination: 'Sikkim' })
  }
  const suggest = createPlaceSuggestions(app.database)
  for (const text of ['Trivan', 'thiru', 'TRV', 'തിരുവ', 'nanthapuram']) {
    const places = [{ name: 'Thiruvananthapuram', leads: 4 }]
    expect(await suggest('city', text), text).toEqual(places)
  }
})

it('counts the leads of all names as one place in figures, purchases and learned places', async () => {
  const buyer = await makeAgent(app.db)
  await giveMoney(app.database, buyer.id, 1000_00)
  for (const destination of ['Pondicherry', 'Puducherry', 'Pondy', 'புதுச்சேரி', 'Pondichery']) {
    for (let n = 0; n < 2; n += 1) {
      await makePurchase(app.database, buyer.id, { destination, city: 'Calcutta' })
    }
  }
  const client = app.as(buyer)
  const worth = await client.call(getPipelineWorth, { query: { by: 'destination' } })
  expect(worth.data.groups).toMatchObject([{ key: 'Puducherry', leads: 10 }])
  const { data } = await client.call(listPurchases, { query: { destination: 'Pondicherry' } })
  expect(data.totalDocs).toBe(10)
  expect((await client.call(listPurchases, { query: { search: 'Kolkata' } })).data.totalDocs).toBe(
    10,
  )
  expect((await client.call(getLeadPreferences)).data).toMatchObject({
    destinations: ['Puducherry'],
    cities: ['Kolkata'],
  })
  const body = { destinations: ['Bombay', 'Mumbai', 'Goa'] }
  expect((await client.call(setLeadPreferences, { body })).data.destinations).toEqual([
    'Bombay',
    'Goa',
  ])
  const { topDestinations } = (await app.as(admin).call(getDashboard)).data
  expect(topDestinations[0]).toEqual({ destination: 'Puducherry', leads: 10 })
})
