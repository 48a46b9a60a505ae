import { me } from '@raahi/contract/auth'
import { getDashboard } from '@raahi/contract/dashboard'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import { deleteLeadCost, listLeadCosts, setLeadCost } from '@raahi/contract/lead-costs'
import {
  createLead,
  deleteLead,
  leadListQuery,
  leadSorts,
  leadTypes,
  listLeads,
  tripTypes,
  updateLead,
} from '@raahi/contract/leads'
import { buyLead, exportPurchases, getUserLead, listPurchases } from '@raahi/contract/purchases'
import { myTransactions } from '@raahi/contract/transactions'
import { getUserById } from '@raahi/contract/users'
import { rechargeWallet } from '@raahi/contract/wallets'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeAgents,
  makeLead,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp, TestInput } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let buyer: MadeUser
let stranger: MadeUser
let poor: MadeUser

// Every contact in this file contains this mark, so that a leak is found in the raw text of a response.
const mark = 'qzcontact'
const digits = '7310'
const contact = new RegExp(`${mark}|${digits}\\d{6}`)
let markedLeads = 0

// The tests search hundreds of pages.
vi.setConfig({ testTimeout: 60_000 })

type Query = NonNullable<TestInput['query']>

/** A lead with a marked contact. */
async function makeMarkedLead(fields: Parameters<typeof makeLead>[1] = {}) {
  markedLeads += 1
  const phone = `+91${digits}${String(markedLeads).padStart(6, '0')}`
  const email = `${mark}${markedLeads}@example.com`
  return { id: await makeLead(app.db, { ...fields, phone, email }), phone, email }
}

let sold: Awaited<ReturnType<typeof makeMarkedLead>>
let forSale: Awaited<ReturnType<typeof makeMarkedLead>>
let deleted: Awaited<ReturnType<typeof makeMarkedLead>>
let outside: Awaited<ReturnType<typeof makeMarkedLead>>

beforeAll(async () => {
  ;({ app, admin, agent: buyer } = await createMarketplace())
  stranger = await makeAgent(app.db)
  poor = await makeAgent(app.db)
  await giveMoney(app.database, stranger.id, 10_000_000)
  for (const leadType of leadTypes) {
    for (const tripType of tripTypes) {
      await makeMarkedLead({ lead_type: leadType, trip_type: tripType, travel_date: '2097-12-24' })
    }
  }
  forSale = await makeMarkedLead()
  sold = await makeMarkedLead()
  deleted = await makeMarkedLead()
  outside = await makeMarkedLead()
  await buy(buyer, sold.id)
  await buy(buyer, deleted.id)
  await app.as(admin).call(deleteLead, { params: { id: deleted.id } })
  await app.as(admin).call(updateLead, { params: { id: outside.id }, body: { satatus: 'sold' } })
})
afterAll(() => app.close())

async function buy(agent: MadeUser, leadId: string, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return app.as(agent).call(buyLead, { body: { leadId }, headers })
}

/** Expects no mark in the response, headers included. */
function expectNoContact(answer: { text: string; headers: object }, what: string) {
  const raw = answer.text + JSON.stringify(answer.headers)
  expect(contact.test(raw), `${what}: ${raw.slice(0, 2000)}`).toBe(false)
}

describe('an agent who has not bought a lead never reads its phone or email', () => {
  it('under any filter, sort, page and size of the list', async () => {
    const filters: Query[] = [
      {},
      ...leadTypes.map((leadType) => ({ leadType })),
      ...tripTypes.map((tripType) => ({ tripType })),
      { satatus: 'buy' },
      { satatus: 'sold' },
      { search: 'Traveller' },
      { city: 'Pune' },
      { destination: 'goa' },
      { cities: 'Pune,Kochi' },
      { destinations: 'goa,kerala' },
      { expired: 'true' },
      { search: 'Traveller', total: 'exact' },
      { travelFrom: '2026-01-01' },
      { travelTo: '2098-01-01' },
      { verified: 'email' },
      { maxPrice: '5000' },
    ]
    const tried = new Set([...filters.flatMap(Object.keys), 'sort', 'limit', 'page'])
    expect([...tried].sort()).toEqual(Object.keys(leadListQuery.shape).sort())
    let shownLeads = 0
    for (const filter of filters) {
      for (const sort of leadSorts) {
        for (const size of [{ limit: 50 }, { limit: 3, page: 2 }] as Query[]) {
          const query = { ...filter, ...size, sort }
          const answer = await app.as(stranger).call(listLeads, { query })
          expectNoContact(answer, JSON.stringify(query))
          expect(answer.headers['cache-control']).toBe('no-store')
          for (const lead of answer.data.leads) {
            expect([lead.phone, lead.email, lead.replacementStatus]).toEqual([null, null, null])
          }
          shownLeads += answer.data.leads.length
        }
      }
    }
    expect(shownLeads).toBeGreaterThan(500)
  })

  it('and no search, filter or count reveals whether a guessed contact is correct', async () => {
    const guesses = [
      forSale.phone,
      forSale.phone.slice(1),
      forSale.phone.slice(-6),
      forSale.email,
      mark,
      '@example.com',
      'example',
      '%',
      '_',
      '%@%',
      '\\',
      '\\%',
      "' or 1=1 --",
      'Traveller%',
      'T_aveller',
    ]
    for (const guess of guesses) {
      for (const filter of ['search', 'city', 'destination', 'cities', 'destinations']) {
        const query = { [filter]: guess, total: 'exact' }
        const answer = await app.as(stranger).call(listLeads, { query })
        expect([answer.data.totalLeads, answer.data.leads], `${filter}=${guess}`).toEqual([0, []])
      }
    }
    for (const sort of ['phone', 'email', '-phone', '-email', 'l.phone', 'contact']) {
      const answer = await app.as(stranger).call(listLeads, { query: { sort } })
      expect(answer.status, sort).toBe(400)
    }
    for (const key of ['phone', 'email', 'fields', 'include', 'select', 'userId', 'role']) {
      const answer = await app.as(stranger).call(listLeads, { query: { [key]: forSale.phone } })
      expect([answer.status, answer.code], key).toEqual([400, 'VALIDATION_FAILED'])
    }
  })

  it('and no search of the own purchases finds the contact of another agent’s purchase', async () => {
    for (const search of [sold.phone, sold.phone.slice(-6), sold.email, mark]) {
      const query = { search }
      const found = await app.as(buyer).call(listPurchases, { query })
      expect(found.data.docs.map(({ lead }) => lead._id)).toContain(sold.id)
      const missed = await app.as(stranger).call(listPurchases, { query })
      expect([missed.data.totalDocs, missed.data.docs], search).toEqual([0, []])
      const file = await app.as(stranger).call(exportPurchases, { query })
      expect(file.text.trim().split('\n'), search).toHaveLength(1)
    }
  })

  it('through any other call, refused or not', async () => {
    const purchaseId = { leadId: forSale.id }
    const calls: [EndpointSpec, TestInput, number][] = [
      [buyLead, { body: { leadId: sold.id } }, 409],
      [buyLead, { body: { leadId: outside.id } }, 409],
      [buyLead, { body: { leadId: deleted.id } }, 404],
      [buyLead, { body: { ...purchaseId, expectedCost: 1 } }, 409],
      [buyLead, { body: { ...purchaseId, payWith: 'plan' } }, 409],
      [buyLead, { body: { ...purchaseId, phone: true } }, 400],
      [getUserLead, { params: { userId: buyer.id } }, 404],
      [getUserLead, { params: { userId: stranger.id } }, 200],
      [getUserById, { params: { id: buyer.id } }, 404],
      [getUserById, { params: { id: forSale.id } }, 404],
      [createLead, { body: {} }, 403],
      [updateLead, { params: { id: forSale.id }, body: { satatus: 'sold' } }, 403],
      [deleteLead, { params: { id: forSale.id } }, 403],
      [getDashboard, {}, 403],
      [listLeadCosts, {}, 200],
      [setLeadCost, { body: { type: 'both', price: 1 } }, 403],
      [deleteLeadCost, { params: { id: forSale.id } }, 403],
      [rechargeWallet, { body: { userId: buyer.id, amount: 1 } }, 403],
      [myTransactions, {}, 200],
      [me, {}, 200],
    ]
    for (const [spec, input, status] of calls) {
      const answer = await app.as(stranger).call(spec, input)
      const what = `${spec.name} ${JSON.stringify(input)}`
      expect(answer.status, what).toBe(status)
      expectNoContact(answer, what)
    }
    const broke = await app.as(poor).call(buyLead, { body: purchaseId })
    expect([broke.status, broke.code]).toEqual([402, 'INSUFFICIENT_WALLET_BALANCE'])
    expectNoContact(broke, 'a wallet that is empty')
  })

  it('by another agent’s idempotency key', async () => {
    const lead = await makeMarkedLead()
    expect((await buy(buyer, lead.id, 'shared-key')).data.phone).toBe(lead.phone)
    const replay = await buy(buyer, lead.id, 'shared-key')
    expect(replay.headers['idempotency-replayed']).toBe('true')
    expect([replay.data.phone, replay.data.email]).toEqual([lead.phone, lead.email])
    const thief = await buy(stranger, lead.id, 'shared-key')
    expect([thief.status, thief.code]).toEqual([409, 'LEAD_ALREADY_SOLD'])
    expectNoContact(thief, 'another agent’s key')
  })

  it('after a contact was edited: neither the old nor the new one', async () => {
    const lead = await makeMarkedLead()
    const body = {
      name: 'Asha Rao',
      phone: `${digits}999999`,
      email: `${mark}-new@example.com`,
      city: 'Pune',
      destination: 'Goa',
    }
    const edited = await app.as(admin).call(updateLead, { params: { id: lead.id }, body })
    expect(edited.data.phone).toBe(`+91${digits}999999`)
    for (const query of [{}, { search: 'Asha' }, { search: mark }] as Query[]) {
      expectNoContact(await app.as(stranger).call(listLeads, { query }), JSON.stringify(query))
    }
  })
})

describe('the buyer', () => {
  it('reads the contact in the response, the list and the purchases; no other agent does', async () => {
    const lead = await makeMarkedLead()
    const contact = { phone: lead.phone, email: lead.email }
    expect((await buy(buyer, lead.id)).data).toMatchObject(contact)
    const mine = await app.as(buyer).call(listLeads, { query: { limit: 1 } })
    expect(mine.data.leads[0]).toMatchObject({
      ...contact,
      _id: lead.id,
      satatus: 'sold',
      replacementStatus: 'no-replacement',
    })
    const purchases = await app.as(buyer).call(getUserLead, { params: { userId: buyer.id } })
    expect(purchases.data[0]?.lead).toMatchObject({ ...contact, _id: lead.id })
    const theirs = await app.as(stranger).call(listLeads, { query: { limit: 1 } })
    expect(theirs.data.leads[0]).toMatchObject({
      _id: lead.id,
      satatus: 'sold',
      phone: null,
      email: null,
      replacementStatus: null,
    })
    const all = await app.as(admin).call(listLeads, { query: { limit: 1 } })
    expect(all.data.leads[0]).toMatchObject({ ...contact, replacementStatus: null })
  })

  it('reads on a page only the contacts of bought leads', async () => {
    const { data } = await app.as(buyer).call(listLeads, { query: { limit: 50 } })
    const own = new Set(
      (await app.as(buyer).call(getUserLead, { params: { userId: buyer.id } })).data.map(
        ({ lead }) => lead._id,
      ),
    )
    expect(data.leads.some(({ _id }) => own.has(_id))).toBe(true)
    for (const lead of data.leads) {
      expect([lead.phone !== null, lead.email !== null]).toEqual([
        own.has(lead._id),
        own.has(lead._id),
      ])
    }
  })

  it('keeps the contact of a lead that an admin deletes, only in the purchases', async () => {
    const purchases = await app.as(buyer).call(getUserLead, { params: { userId: buyer.id } })
    expect(purchases.data.find(({ lead }) => lead._id === deleted.id)?.lead.phone).toBe(
      deleted.phone,
    )
    expect((await app.as(buyer).call(listLeads, { query: {} })).text).not.toContain(deleted.phone)
    expect((await app.as(admin).call(listLeads, { query: {} })).text).not.toContain(deleted.phone)
  })
})

describe('pages that agents share', () => {
  it('never show one viewer’s data to another, in any order of requests', async () => {
    const agents = await makeAgents(app.db, 4)
    for (const { id } of agents) await giveMoney(app.database, id, 1_000_000)
    const leads = await Promise.all(
      Array.from({ length: 12 }, () => makeMarkedLead({ city: 'Jaipur' })),
    )
    const owner = new Map<string, string>()
    const instances = [app, await app.another()]
    const queries: Query[] = [
      { city: 'Jaipur' },
      { limit: 50 },
      { satatus: 'sold', city: 'Jaipur' },
      { sort: 'cost', limit: 50 },
    ]

    /** Half of the requests accept a page of the last second, which may lack the latest purchase of its viewer. */
    async function look(who: number, at: number, instance: number, isFresh: boolean) {
      const viewer = agents[who] ?? admin
      const answer = await (instances[instance] ?? app).as(viewer).call(listLeads, {
        query: queries[at] ?? {},
        ...(!isFresh && { headers: { 'cache-control': '' } }),
      })
      for (const lead of answer.data.leads) {
        const isSeen = viewer === admin || owner.get(lead._id) === viewer.id
        const isMarked = leads.some(({ id }) => id === lead._id)
        if (isMarked && isFresh)
          expect([lead.phone !== null, lead.email !== null]).toEqual([isSeen, isSeen])
      }
      if (viewer === admin) return
      const others = leads.filter(({ id }) => owner.get(id) !== viewer.id)
      for (const { phone, email } of others) {
        expect(answer.text.includes(phone) || answer.text.includes(email)).toBe(false)
      }
    }
    const step = fc.record({
      who: fc.integer({ min: 0, max: agents.length }),
      at: fc.integer({ min: 0, max: queries.length - 1 }),
      instance: fc.integer({ min: 0, max: 1 }),
      buys: fc.option(fc.integer({ min: 0, max: leads.length - 1 }), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        for (const { who, at, instance, buys } of steps) {
          const agent = agents[who]
          const lead = buys === null ? undefined : leads[buys]
          if (agent && lead) {
            const answer = await buy(agent, lead.id)
            expect(answer.status).toBe(owner.has(lead.id) ? 409 : 200)
            if (answer.status === 200) owner.set(lead.id, agent.id)
          }
          // All viewers request the page at once, so that they share reads. Then one of them requests it alone.
          if (buys !== null) {
            await Promise.all(
              [...agents.keys(), agents.length].map((all) =>
                look(all, at, instance, all % 2 === 0),
              ),
            )
          }
          await look(who, at, instance, who % 2 === 1)
        }
      }),
      { numRuns: 4 },
    )
    expect(owner.size).toBeGreaterThan(0)
    await instances[1]?.close()
  })
})
