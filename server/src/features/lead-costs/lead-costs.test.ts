import {
  deleteLeadCost,
  listLeadCosts,
  previewLeadCost,
  setLeadCost,
  updateLeadCost,
} from '@raahi/contract/lead-costs'
import { listLeads } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MadeUser, makeAgent, makeLead, makeSavedSearch } from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({
    walletPaise: 100_000_000_00,
    pricePaise: null,
  }))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('lead_costs').execute()
})

const set = (type: unknown, price: unknown) =>
  app.as(admin).call(setLeadCost, { body: { type, price } })
const change = (id: string, price: unknown) =>
  app.as(admin).call(updateLeadCost, { params: { id }, body: { price } })
const remove = (id: string) => app.as(admin).call(deleteLeadCost, { params: { id } })
const list = async () => (await app.as(agent).call(listLeadCosts)).data

async function shownCost(leadId: string) {
  const { data } = await app.as(agent).call(listLeads, { query: {} })
  return data.leads.find(({ _id }) => _id === leadId)?.cost
}

const actionsOn = (subjectId: string) => findActions(app.db, subjectId)

describe('the price of a lead type', () => {
  it('is one record: setting it again replaces it and answers 200', async () => {
    const first = await set('domestic', 50)
    expect([first.status, first.message, first.data]).toEqual([
      200,
      'Lead cost saved.',
      { _id: expect.any(String), type: 'domestic', price: 50 },
    ])
    const second = await set('domestic', 60.5)
    expect([second.status, second.message, second.data]).toEqual([
      200,
      'Successfully updated lead cost.',
      { ...first.data, price: 60.5 },
    ])
    expect(await list()).toEqual([second.data])
    expect(await actionsOn(first.data._id)).toEqual([
      {
        actor_id: admin.id,
        action: 'lead-cost.set',
        before: null,
        after: expect.objectContaining({ price_paise: 5000 }),
        request_id: expect.any(String),
      },
      {
        actor_id: admin.id,
        action: 'lead-cost.set',
        before: expect.objectContaining({ price_paise: 5000 }),
        after: expect.objectContaining({ price_paise: 6050 }),
        request_id: expect.any(String),
      },
    ])
  })

  it('is one record also after concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => set('both', i)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [only, ...more] = await list()
    expect(more).toEqual([])
    expect(answers.map(({ data }) => data._id)).toEqual(Array(12).fill(only?._id))
  })

  it('is changed by its id', async () => {
    const { data } = await set('international', 40)
    const answer = await change(data._id, 0.01)
    expect([answer.status, answer.message, answer.data]).toEqual([
      200,
      'Successfully updated lead cost.',
      { ...data, price: 0.01 },
    ])
    expect((await actionsOn(data._id)).at(-1)).toMatchObject({
      action: 'lead-cost.update',
      before: { price_paise: 4000 },
      after: { price_paise: 1 },
    })
    const unknown = await change(agent.id, 1)
    expect([unknown.status, unknown.code]).toEqual([404, 'LEAD_COST_NOT_FOUND'])
  })

  it('is for domestic, international or both; another type is rejected', async () => {
    for (const type of ['Luxury', 'Domestic', '', null, 5, undefined]) {
      const answer = await set(type, 30)
      expect([answer.status, answer.fieldErrors], String(type)).toEqual([
        400,
        { type: 'Choose domestic, international or both.' },
      ])
    }
    expect(await list()).toEqual([])
  })

  it('is 0 to ₹10,00,000 with at most two decimals, as a number', async () => {
    for (const price of [0, 0.01, 10.1, 1_000_000]) {
      expect((await set('both', price)).data.price).toBe(price)
    }
    const { data } = await set('both', 7)
    for (const price of [-0.01, -1, 0.001, 49.999, 1_000_000.01, 1e21, 1e-7, '50', null, [], {}]) {
      for (const answer of [await set('both', price), await change(data._id, price)]) {
        expect([answer.status, Object.keys(answer.fieldErrors ?? {})], String(price)).toEqual([
          400,
          ['price'],
        ])
      }
    }
    expect((await list())[0]?.price).toBe(7)
  })

  it('is deleted by its id, once', async () => {
    const { data } = await set('domestic', 50)
    const answer = await remove(data._id)
    expect([answer.status, answer.message]).toEqual([200, 'Lead cost deleted.'])
    expect((await actionsOn(data._id)).at(-1)).toMatchObject({
      action: 'lead-cost.delete',
      before: { price_paise: 5000 },
      after: null,
    })
    expect((await remove(data._id)).status).toBe(404)
  })
})

describe('the cost of a lead', () => {
  it('is the price of its type, else the one for both; without either it cannot be bought', async () => {
    const domestic = await makeLead(app.db, { lead_type: 'domestic' })
    const abroad = await makeLead(app.db, { lead_type: 'international' })
    const costs = async () => [await shownCost(domestic), await shownCost(abroad)]
    expect(await costs()).toEqual([null, null])
    const { data: both } = await set('both', 30)
    expect(await costs()).toEqual([30, 30])
    const { data: own } = await set('domestic', 50)
    expect(await costs()).toEqual([50, 30])
    await remove(own._id)
    expect(await costs()).toEqual([30, 30])
    await remove(both._id)
    expect(await costs()).toEqual([null, null])
    const answer = await app.as(agent).call(buyLead, { body: { leadId: domestic } })
    expect([answer.status, answer.message]).toEqual([409, 'No price is set for this lead type'])
    await set('domestic', 0)
    expect(await costs()).toEqual([0, null])
  })

  it('is frozen by its sale', async () => {
    const { data } = await set('domestic', 50)
    const leadId = await makeLead(app.db)
    await app.as(agent).call(buyLead, { body: { leadId } })
    await change(data._id, 80)
    expect(await shownCost(leadId)).toBe(50)
    await remove(data._id)
    expect(await shownCost(leadId)).toBe(50)
  })

  it('is charged to the paisa', async () => {
    await set('domestic', 50.05)
    const leadId = await makeLead(app.db)
    const { data } = await app.as(agent).call(buyLead, { body: { leadId, expectedCost: 50.05 } })
    expect(data.cost).toBe(50.05)
    const other = await makeLead(app.db)
    const refused = await app.as(agent).call(buyLead, { body: { leadId: other, expectedCost: 50 } })
    expect([refused.status, refused.code]).toEqual([409, 'LEAD_PRICE_CHANGED'])
  })
})

describe('the preview of a price', () => {
  const preview = async (type: string, price: string) =>
    (await app.as(admin).call(previewLeadCost, { query: { type, price } })).data

  it('counts the leads for sale whose price changes', async () => {
    await app.db.updateTable('leads').set({ deleted_at: new Date() }).execute()
    for (const lead_type of ['domestic', 'domestic', 'international'] as const) {
      await makeLead(app.db, { lead_type })
    }
    await makeLead(app.db, { status: 'sold', sold_at: new Date(), sold_cause: 'outside' })
    const leads = async (type: string, price: string) => (await preview(type, price)).leads
    expect(await leads('domestic', '60'), 'a first price').toBe(2)
    expect(await leads('both', '60')).toBe(3)
    await set('domestic', 50)
    expect(await leads('domestic', '50.00'), 'the present price').toBe(0)
    expect(await leads('domestic', '50.01')).toBe(2)
    expect(await leads('both', '60'), 'domestic leads have a separate price').toBe(1)
  })

  it('counts the saved searches that find leads at one of both prices only', async () => {
    await set('domestic', 50)
    await set('both', 30)
    const searcher = await makeAgent(app.db)
    const suspended = await makeAgent(app.db, { status: 'suspended' })
    const search = (max_price_paise: number | null, more = {}, { id } = searcher) =>
      makeSavedSearch(app.db, id, { max_price_paise, ...more })
    await search(5000)
    await search(5999, { lead_type: 'domestic' })
    for (const price of [4999, 6000, null]) await search(price)
    await search(5500, { lead_type: 'international' })
    await search(5500, { paused_at: new Date() })
    await search(5500, {}, suspended)
    expect(await preview('domestic', '60')).toMatchObject({ searchesLost: 2, searchesWon: 0 })
    expect(await preview('domestic', '49.99')).toMatchObject({ searchesLost: 0, searchesWon: 1 })
    // Only international leads cost the price for both.
    expect(await preview('both', '55')).toMatchObject({ searchesLost: 2, searchesWon: 0 })
    expect(await preview('domestic', '50')).toEqual({ leads: 0, searchesLost: 0, searchesWon: 0 })
  })
})
