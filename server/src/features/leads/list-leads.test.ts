import { deleteLead, type LeadPage, listLeads, updateLead } from '@raahi/contract/leads'
import type { AgeRule } from '@raahi/contract/price-ageing'
import { buyLead } from '@raahi/contract/purchases'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeAgents,
  makeLead,
  makeLeads,
} from '../../testing/factories.ts'
import { setDayInIndia } from '../../testing/india-clock.ts'
import { insertLeads, setAgeSteps, setLeadPrice } from '../../testing/insert-records.ts'
import {
  anyLead,
  anyListQuery,
  anyPrices,
  firstDay,
  type ListedLead,
  type ListQuery,
  listInModel,
  type Prices,
  secondDay,
  someAgeRule,
} from '../../testing/model/lead-list-model.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { markExpiredLeads } from './mark-expired-leads.ts'

// Each run uses a new seed. The seed of a failure is printed; set it here to reproduce the failure.
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31)
const leadCount = 1500

// Each test requests hundreds of pages.
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let admin: MadeUser
let agent: MadeUser
let leads: ListedLead[] = []
let prices: Prices = {}
let ageRule: AgeRule = { domestic: [], international: [] }
let today: string = firstDay

beforeAll(async () => {
  app = await createTestApp()
  await setDayInIndia(app.database, today)
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
})
afterAll(async () => {
  // The leads of this file have no enquiry.
  await app.db
    .updateTable('leads')
    .set({ phone_verified_at: null, email_verified_at: null })
    .execute()
  await expectAllInvariantsHold(app.database)
  await app.close()
})

async function insert(all: readonly ListedLead[]) {
  const now = new Date()
  await insertLeads(
    app.db,
    all.map((lead) => ({
      id: lead.id,
      name: lead.name,
      phone: '+919000000000',
      email: 'a@example.com',
      city: lead.city,
      destination: lead.destination,
      travel_date: lead.travelDate,
      travel_days: 0,
      travel_nights: 0,
      adult: 1,
      children: 0,
      infant: 0,
      trip_type: lead.tripType,
      lead_type: lead.leadType,
      status: lead.status,
      sold_cause: lead.status === 'sold' ? ('outside' as const) : null,
      sold_cost_paise: lead.soldCostPaise,
      sold_at: lead.status === 'sold' ? now : null,
      created_at: lead.createdAt,
      deleted_at: lead.isDeleted ? now : null,
      phone_verified_at: lead.isPhoneVerified ? now : null,
      email_verified_at: lead.isEmailVerified ? now : null,
    })),
  )
}

async function setPrices(to: Prices) {
  await app.db.deleteFrom('lead_costs').execute()
  for (const [type, paise] of Object.entries(to)) {
    await setLeadPrice(app.db, type as keyof Prices & string, paise)
  }
  prices = to
}

function asQuery(query: ListQuery) {
  return query as unknown as Record<string, string | number>
}

/** An agent's list omits expired leads unless they are requested. */
function withDefault(query: ListQuery, viewer: MadeUser): ListQuery {
  return viewer === admin ? query : { expired: false, ...query }
}

/** Compares the product with the model. */
async function expectAsInModel(query: ListQuery, viewer: MadeUser) {
  const { data } = await app.as(viewer).call(listLeads, { query: asQuery(query) })
  const { leads: rows, eventId, ...figures } = data
  expect(eventId).toMatch(/^[0-9a-f]{8}-\d+:\d+:/)
  expect({
    ids: rows.map(({ _id }) => _id),
    costs: rows.map(({ cost }) => inPaise(cost)),
    fullCosts: rows.map(({ fullCost }) => inPaise(fullCost)),
    expired: rows.map(({ expired }) => expired),
    ...figures,
  }).toEqual(listInModel(leads, { prices, ageRule, today }, withDefault(query, viewer)))
}

const inPaise = (rupees: number | null) => (rupees === null ? null : Math.round(rupees * 100))

async function expectListsAsInModel(numRuns: number) {
  await fc.assert(
    fc.asyncProperty(anyListQuery, fc.boolean(), (query, isAdmin) =>
      expectAsInModel(query, isAdmin ? admin : agent),
    ),
    { seed, numRuns },
  )
  // Every page of the plain list, in both directions, as well.
  for (const sort of ['-createdAt', 'createdAt', 'cost', '-cost', 'travelDate'] as const) {
    for (const page of [1, 11, 12, 20, Math.ceil(leads.length / 50), 60]) {
      await expectAsInModel({ page, limit: 50, sort }, agent)
    }
  }
}

describe(`lists match the leads (seed ${seed})`, () => {
  it('with any filters and orders', async () => {
    leads = fc.sample(anyLead, { seed, numRuns: leadCount })
    await insert(leads)
    await setPrices({ domestic: 5000, international: 4000 })
    await expectListsAsInModel(80)
  })

  it('with prices that fall with the age of a lead', async () => {
    const change = async (rule: AgeRule) => {
      await setAgeSteps(app.db, admin.id, rule)
      ageRule = rule
    }
    await change(someAgeRule)
    await expectListsAsInModel(30)
    for (const to of [{}, ...fc.sample(anyPrices, { seed, numRuns: 2 })]) {
      await setPrices(to)
      for (const sort of ['cost', '-cost'] as const) {
        for (const page of [1, 2, 15]) await expectAsInModel({ page, limit: 50, sort }, agent)
        for (const maxPrice of ['0', '26', '40', '49.99'])
          await expectAsInModel({ page: 1, limit: 50, sort, maxPrice }, agent)
      }
    }
    await setPrices({ domestic: 5000, international: 4000 })
    await change({ domestic: [], international: [] })
    await expectListsAsInModel(5)
  })

  it('after midnight in India, before and after expired leads are marked', async () => {
    today = secondDay
    await setDayInIndia(app.database, today)
    await expectListsAsInModel(40)
    await markExpiredLeads(app.database)
    await expectListsAsInModel(30)
    // The leads of this file have no enquiry.
    const others = { invariant: 'the verified contacts of a lead are those of its enquiry' }
    expect(await checkInvariants(app.database)).toMatchObject([others])
  })

  it('after sales, edits and deletions', async () => {
    await setPrices({ both: 5000 })
    const forSale = leads.filter(({ status, isDeleted }) => status === 'buy' && !isDeleted)
    for (const [i, lead] of forSale.slice(0, 90).entries()) {
      const params = { id: lead.id }
      if (i % 3 === 0) {
        await app.as(admin).call(updateLead, { params, body: { satatus: 'sold' } })
        Object.assign(lead, { status: 'sold', soldCostPaise: 5000 })
      } else if (i % 3 === 1) {
        await app.as(admin).call(deleteLead, { params })
        lead.isDeleted = true
      } else {
        const changed = { name: 'Changed Name', city: 'Pune', leadType: 'international' } as const
        const form = { phone: '9876543210', email: 'a@b.in', destination: 'Leh', tripType: 'Group' }
        await app.as(admin).call(updateLead, { params, body: { ...form, ...changed } })
        Object.assign(lead, changed, { destination: 'Leh', tripType: 'Group', travelDate: null })
        // A changed contact is no longer verified.
        Object.assign(lead, { isPhoneVerified: false, isEmailVerified: false })
      }
    }
    await expectListsAsInModel(40)
  })

  it('with any prices', async () => {
    for (const to of [{}, ...fc.sample(anyPrices, { seed, numRuns: 8 })]) {
      await setPrices(to)
      for (const sort of ['cost', '-cost'] as const) {
        for (const page of [1, 2, 15]) {
          await expectAsInModel({ page, limit: 50, sort }, agent)
          await expectAsInModel({ page, limit: 7, sort, satatus: 'buy' }, admin)
        }
      }
    }
  })

  it('with a limit above 50 capped at 50', async () => {
    const { data } = await app.as(agent).call(listLeads, { query: { limit: 1000 } })
    expect(data.leads).toHaveLength(50)
    expect(data.hasNextPage).toBe(true)
  })

  it('at every moment while leads are added, deleted and sold: page and total are from one snapshot', async () => {
    const isDone = { value: false }
    const writer = async () => {
      for (const lead of fc.sample(anyLead, { seed: seed + 1, numRuns: 15 })) {
        await insert([{ ...lead, status: 'buy', soldCostPaise: null, isDeleted: false }])
        const params = { id: lead.id }
        await app.as(admin).call(updateLead, { params, body: { satatus: 'sold' } })
        await app.as(admin).call(deleteLead, { params })
      }
      isDone.value = true
    }
    const queries = fc.sample(anyListQuery, { seed: seed + 2, numRuns: 40 })
    const reader = async (at: number) => {
      for (let i = at; !isDone.value; i += 1) {
        const query = queries[i % queries.length] ?? { page: 1, limit: 50 }
        const { data } = await app.as(agent).call(listLeads, { query: asQuery(query) })
        expectOneInstant(data, query)
      }
    }
    await Promise.all([writer(), reader(0), reader(13), reader(26)])
  })
})

/** Expects that the page has the number of leads that follows from the total, and none that the query excludes. */
function expectOneInstant({ leads: rows, totalLeads, hasNextPage }: LeadPage, query: ListQuery) {
  const offset = (query.page - 1) * query.limit
  const expectedCount = Math.min(query.limit, Math.max(0, totalLeads - offset))
  expect(rows.length, JSON.stringify(query)).toBe(expectedCount)
  expect(hasNextPage).toBe(totalLeads > offset + query.limit)
  expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length)
  for (const { satatus, leadType, expired } of rows) {
    expect(expired).toBe(query.expired ?? false)
    expect(satatus).toBe(query.satatus ?? satatus)
    expect(leadType).toBe(query.leadType ?? leadType)
  }
}

describe('a page that agents share', () => {
  /** The status of a lead on page 1, in a request with or without `Cache-Control: no-cache`. */
  async function statusOf(id: string, viewer: MadeUser, isFresh: boolean) {
    const { statusCode, body } = await app.app.inject({
      url: '/api/leads?limit=50',
      headers: {
        authorization: `Bearer ${viewer.token}`,
        ...(isFresh && { 'cache-control': 'no-cache' }),
      },
    })
    expect(statusCode).toBe(200)
    const page: LeadPage = JSON.parse(body).data
    return page.leads.find(({ _id }) => _id === id)?.satatus
  }

  it('is at most a second old, and a request for a fresh page, and an admin, see a sale at once', async () => {
    await setPrices({ both: 100 })
    const [buyer = agent] = await makeAgents(app.db, 1)
    await giveMoney(app.database, buyer.id, 1_000_000)
    for (const id of await makeLeads(app.db, 3, { city: 'Same Millisecond' })) {
      await expect.poll(() => statusOf(id, agent, false)).toBe('buy')
      expect((await app.as(buyer).call(buyLead, { body: { leadId: id } })).status).toBe(200)
      const soldAtMs = performance.now()
      expect(await statusOf(id, admin, false)).toBe('sold')
      await expect.poll(() => statusOf(id, agent, false), { interval: 20 }).toBe('sold')
      expect(performance.now() - soldAtMs).toBeLessThan(2000)
    }
    const [id = ''] = await makeLeads(app.db, 1)
    expect(await statusOf(id, buyer, true)).toBe('buy')
    expect((await app.as(buyer).call(buyLead, { body: { leadId: id } })).status).toBe(200)
    expect(await statusOf(id, buyer, true)).toBe('sold')
    // From now on the fresh page is shared.
    expect(await statusOf(id, agent, false)).toBe('sold')
  })

  it('refuses the purchase of a lead that it still shows for sale', async () => {
    await setPrices({ both: 100 })
    const [buyer = agent, late = agent] = await makeAgents(app.db, 2)
    for (const each of [buyer, late]) await giveMoney(app.database, each.id, 1_000)
    const id = await makeLead(app.db)
    expect(await statusOf(id, late, true)).toBe('buy')
    expect((await app.as(buyer).call(buyLead, { body: { leadId: id } })).status).toBe(200)
    expect((await app.as(late).call(buyLead, { body: { leadId: id } })).code).toBe(
      'LEAD_ALREADY_SOLD',
    )
    expect(await walletPaise(app.database, late.id)).toBe(1_000)
  })

  it('shows a new price, a deletion and a new lead to a fresh request', async () => {
    const find = async (id: string) => {
      const { data } = await app.as(agent).call(listLeads, { query: { limit: 5 } })
      return data.leads.find(({ _id }) => _id === id)
    }
    const id = await makeLead(app.db)
    expect((await find(id))?.cost).toBe(1)
    await setLeadPrice(app.db, 'domestic', 7050)
    expect((await find(id))?.cost).toBe(70.5)
    await app.as(admin).call(deleteLead, { params: { id } })
    expect(await find(id)).toBeUndefined()
  })
})
