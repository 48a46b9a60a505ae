import type { TravelMonth } from '@raahi/contract/enquiry-labels'
import {
  createLead,
  deleteLead,
  leadListQuery,
  leadSorts,
  listLeads,
  updateLead,
} from '@raahi/contract/leads'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { buyLead } from '@raahi/contract/purchases'
import { requestLeadReplacement } from '@raahi/contract/replacements'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type MadeUser, makeLead, makeLeads } from '../../testing/factories.ts'
import { setDayInIndia } from '../../testing/india-clock.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { findLeadPage } from './list-leads.queries.ts'
import { markExpiredLeads } from './mark-expired-leads.ts'

// Each run uses a new seed. The seed of a failure is printed; set it here to reproduce the failure.
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31)
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let admin: MadeUser
let agent: MadeUser

beforeEach(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 1_000_000, pricePaise: 100 }))
})
afterEach(async () => {
  const violated = (await checkInvariants(app.database)).map(({ invariant }) => invariant)
  // A test that moves the current day makes earlier sales look as if they were after the travel date.
  expect(violated.filter((name) => !name.startsWith('no lead was sold to an agent after'))).toEqual(
    [],
  )
  await app.close()
})

type Query = Record<string, string | number>

async function list(query: Query, viewer = agent) {
  const { data, text } = await app.as(viewer).call(listLeads, { query })
  expect(data, text).toBeDefined()
  return data
}

const places = ['Goa', 'North Goa', 'Kochi']
const days = ['2027-05-01', '2027-06-01', '2027-07-01']
const steps = ['create', 'edit', 'buy', 'sellOutside', 'delete', 'erase', 'nextDay'] as const

describe(`totals of searches (seed ${seed})`, () => {
  /** Counts the leads of an agent's list directly. */
  async function countLeads({ search = '', destination = '', city = '', ...query }: Query) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from leads where deleted_at is null
        and (status = 'sold' or coalesce(travel_date, month_end) is null
          or coalesce(travel_date, month_end) >= today_in_india())
        and name ilike ${likePattern(String(search))}
        and coalesce(destination, '') ilike ${likePattern(String(destination))}
        and coalesce(city, '') ilike ${likePattern(String(city))}
        and (${query.satatus ?? null}::text is null or status = ${query.satatus ?? null})
        and (${query.travelFrom ?? null}::date is null
          or coalesce(travel_date, month_end) >= ${query.travelFrom ?? null})
        and (${query.travelTo ?? null}::date is null
          or coalesce(travel_date, date_trunc('month', month_end)::date) <= ${query.travelTo ?? null})
        and (${query.tripType ?? null}::text is null or trip_type = ${query.tripType ?? null})`.execute(
      app.db,
    )
    return rows[0]?.n
  }

  const searches: Query[] = [
    { destination: 'goa' },
    { destination: 'north', satatus: 'sold' },
    { city: 'KOCHI', tripType: 'Family' },
    { destination: 'goa', city: 'o', satatus: 'buy' },
    { travelFrom: '2027-06-01' },
    { travelFrom: '2027-06-01', destination: 'goa' },
    { travelFrom: '2027-05-20', travelTo: '2027-06-20' },
    { search: 'asha' },
    { search: 'a', city: 'goa', satatus: 'sold' },
  ]

  async function expectExactTotals(after: string) {
    for (const query of searches) {
      const { totalLeads, leads } = await list(query)
      const expected = await countLeads(query)
      expect([totalLeads, leads.length], `${JSON.stringify(query)} after ${after}`).toEqual([
        expected,
        Math.min(expected ?? 0, 50),
      ])
    }
  }

  it('are those of the leads after any changes', async () => {
    let day = 0
    await setDayInIndia(app.database, days[day] ?? '')
    const live = new Map<string, string>()
    let formCount = 0
    const form = (pick: number) => {
      formCount += 1
      return {
        name: ['Asha Rao', 'Ravi Shah'][pick % 2] ?? '',
        phone: `98765${String(formCount).padStart(5, '0')}`,
        email: `traveller${formCount}@example.com`,
        city: places[pick % 3] ?? '',
        destination: places[(pick >> 2) % 3] ?? '',
        travelDate: [null, ...days][(pick >> 4) % 4] ?? null,
        travelMonth: [undefined, 'May', 'June', 'July'][(pick >> 7) % 4] as TravelMonth | undefined,
        tripType: ['Family', 'Group'][(pick >> 6) % 2] as 'Family' | 'Group',
      }
    }
    const anyStep = fc.tuple(fc.constantFrom(...steps), fc.nat(1023))
    const [creations, changes] = [25, 50]
    const sequence = [
      ...fc.sample(fc.nat(1023), { seed, numRuns: creations }).map((n) => ['create', n] as const),
      ...fc.sample(anyStep, { seed, numRuns: changes }),
    ]
    for (const [i, [step, pick]] of sequence.entries()) {
      const id = [...live.keys()][pick % Math.max(live.size, 1)] ?? ''
      const params = { id }
      if (step === 'create') {
        const body = form(pick)
        const { data } = await app.as(admin).call(createLead, { body })
        live.set(data._id, body.phone)
      } else if (step === 'edit') {
        const body = form(pick)
        const { status } = await app.as(admin).call(updateLead, { params, body })
        if (status === 200) live.set(id, body.phone)
      } else if (step === 'buy') {
        const bought = await app.as(agent).call(buyLead, { body: { leadId: id } })
        if (bought.status === 200 && pick % 2 === 0) await replaceLead(id)
      } else if (step === 'sellOutside') {
        await app.as(admin).call(updateLead, { params, body: { satatus: 'sold' } })
      } else if (step === 'delete') {
        await app.as(admin).call(deleteLead, { params })
        live.delete(id)
      } else if (step === 'erase') {
        const body = { phone: `+91${live.get(id)}` }
        await app.as(admin).call(erasePersonalData, { body })
      } else if (step === 'nextDay') {
        day = Math.min(day + 1, days.length - 1)
        await setDayInIndia(app.database, days[day] ?? '')
        if (pick % 2 === 0) await markExpiredLeads(app.database)
      }
      if (i >= creations && i % 8 === 0) await expectExactTotals(`${step} at ${i}`)
    }
    await expectExactTotals('all changes')
  })

  async function replaceLead(leadId: string) {
    const requested = await app
      .as(agent)
      .call(requestLeadReplacement, { body: { leadId, reason: 'Wrong number' } })
    expect(requested.status, requested.text).toBe(201)
    await sql`select decide_replacement(id, 'approved', ${admin.id}, gen_random_uuid())
      from replacement_requests where status = 'pending'`.execute(app.db)
  }
})

it('leads with a month follow those with a travel date, on each page', async () => {
  await setDayInIndia(app.database, '2026-11-22') // A month without a year is the next one.
  const dated = [
    await makeLead(app.db, { travel_date: '2027-06-20' }),
    await makeLead(app.db, { travel_date: '2027-06-10' }),
  ]
  const withMonth = await makeLeads(app.db, 2, { travel_month: 'June' })
  const expected = [...dated, ...withMonth]
  for (const limit of [1, 2, 3, 4]) {
    const found: string[] = []
    for (let page = 1; page <= 4 / limit + 1; page += 1) {
      const filters = leadListQuery.parse({ sort: '-travelDate', travelFrom: '2027-06-01' })
      const query = { ...filters, page, limit, today: '2026-11-22' }
      const read = await findLeadPage(app.database, query, false)
      found.push(...read.rows.map(({ id }) => id))
    }
    expect(found.slice(0, 2), `${limit} a page`).toEqual(dated)
    expect(found.toSorted()).toEqual(expected.toSorted())
  }
})

it('the soonest travel dates come first, then leads without a date, then past ones, on each page', async () => {
  await setDayInIndia(app.database, '2026-11-22') // A month without a year is the next one.
  const expected = [
    await makeLead(app.db, { travel_date: '2027-07-10' }),
    await makeLead(app.db, { travel_date: '2027-07-20' }),
    await makeLead(app.db, { travel_month: 'August' }),
    await makeLead(app.db, { travel_date: '2027-07-03' }),
    await makeLead(app.db, { travel_date: '2027-07-01' }),
  ]
  for (const limit of [1, 2, 3, 4, 5]) {
    const found: string[] = []
    for (let page = 1; page <= Math.ceil(expected.length / limit); page += 1) {
      const filters = leadListQuery.parse({ sort: 'travelDate', travelFrom: '2027-07-01' })
      const query = { ...filters, page, limit, today: '2027-07-05' }
      const read = await findLeadPage(app.database, query, false)
      found.push(...read.rows.map(({ id }) => id))
    }
    expect(found, `${limit} a page`).toEqual(expected)
  }
})

it('a list of more than 10,000 leads has a capped total, the exact one on request, and all pages', async () => {
  const all = 10_060
  await sql`insert into leads (id, name, phone, email, city, destination, trip_type, lead_type, created_at)
      select gen_random_uuid(), 'Asha ' || n, '+919000000000', 'a@example.com', 'Pune', 'Goa',
        case when n <= 10000 then 'Family' else 'Group' end, 'domestic', now() - n * interval '1 minute'
      from generate_series(1, ${all}) n`.execute(app.db)
  const capped = { totalLeads: 10_000, isTotalCapped: true }
  expect(await list({ search: 'asha' })).toMatchObject({ ...capped, hasNextPage: true })
  // The last full page within the total, and the pages after it.
  expect(await list({ search: 'asha', page: 200 })).toMatchObject({
    ...capped,
    hasNextPage: true,
  })
  expect(await list({ search: 'asha', page: 201 })).toMatchObject({
    ...capped,
    hasNextPage: true,
  })
  const last = await list({ search: 'asha', page: 202 })
  expect(last).toMatchObject({ ...capped, hasNextPage: false })
  expect(last.leads).toHaveLength(10)
  const exact = { totalLeads: all, isTotalCapped: false }
  expect(await list({ search: 'asha', total: 'exact' })).toMatchObject(exact)
  const dated = { search: 'asha', destination: 'goa', page: 202, total: 'exact' }
  expect(await list(dated)).toMatchObject({ ...exact, hasNextPage: false })
  expect(await list({ destination: 'goa' })).toMatchObject(capped)
  const family = { totalLeads: 10_000, isTotalCapped: false }
  const counted = { search: 'asha', tripType: 'Family' }
  expect(await list(counted)).toMatchObject({ ...family, hasNextPage: true })
  expect(await list({ ...counted, page: 200 })).toMatchObject({ ...family, hasNextPage: false })
  const refused = await app.as(agent).call(listLeads, { query: { total: 'about' } })
  expect(refused.fieldErrors).toEqual({ total: 'Choose exact, or leave it out.' })
  // Another filter with the same matches has the same pages.
  for (const sort of leadSorts) {
    for (const page of [1, 150, 202]) {
      const ids = async (query: Query) =>
        (await list({ ...query, sort, page })).leads.map(({ _id }) => _id)
      const found = await ids({ search: 'asha' })
      expect(found, `${sort} ${page}`).toEqual(await ids({ destination: 'goa' }))
      expect(found).toHaveLength(page === 202 ? 10 : 50)
    }
  }
})

it('finds one lead by its number', async () => {
  const [leadId = ''] = await makeLeads(app.db, 2)
  const { number } = await app.db
    .selectFrom('leads')
    .select('number')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  const { data } = await app.as(admin).call(listLeads, { query: { search: `ld-${number}` } })
  expect(data.leads.map(({ _id }) => _id)).toEqual([leadId])
})
