import { updateLeadCost } from '@raahi/contract/lead-costs'
import { deleteLead, updateLead } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeAgents,
  makeLead,
  makeLeads,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let clients: HttpClients
let admin: MadeUser

beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

const buy = (agent: MadeUser, leadId: string, expectedCost = 50, key?: string) =>
  clients.call(buyLead, {
    token: agent.token,
    body: { leadId, expectedCost },
    ...(key && { key }),
  })

async function purchaseOf(leadId: string) {
  return app.db.selectFrom('purchases').selectAll().where('lead_id', '=', leadId).execute()
}

describe('parallel clients', () => {
  it('200 agents buy one lead: one gets it and pays, 199 get Lead already sold', async () => {
    const agents = await makeAgents(app.db, 200)
    await Promise.all(agents.map((agent) => giveMoney(app.database, agent.id, 10_000)))
    const leadId = await makeLead(app.db)
    const answers = await Promise.all(agents.map((agent) => buy(agent, leadId)))
    expect(tally(answers.map((answer) => answer.body.code ?? answer.status))).toEqual({
      200: 1,
      LEAD_ALREADY_SOLD: 199,
    })
    const balances = await Promise.all(agents.map(({ id }) => walletPaise(app.database, id)))
    expect(tally(balances)).toEqual({ 5000: 1, 10000: 199 })
    const winner = agents[answers.findIndex((answer) => answer.status === 200)]
    expect(await purchaseOf(leadId)).toMatchObject([{ user_id: winner?.id, cost_paise: 5000 }])
  })

  it('one wallet of ₹500 and 200 parallel purchases at ₹50: ten leads, balance ₹0', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 50_000)
    const leads = await makeLeads(app.db, 200)
    const answers = await Promise.all(leads.map((leadId) => buy(agent, leadId)))
    expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 10, 402: 190 })
    expect(await walletPaise(app.database, agent.id)).toBe(0)
    const sold = await app.db
      .selectFrom('leads')
      .select('id')
      .where('id', 'in', leads)
      .where('status', '=', 'sold')
      .execute()
    expect(sold).toHaveLength(10)
  })

  it('20 concurrent requests with one key: one purchase, the same response to all', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 50_000)
    const leadId = await makeLead(app.db)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => buy(agent, leadId, 50, 'one-intent')),
    )
    expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 20 })
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1)
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1)
    expect(await walletPaise(app.database, agent.id)).toBe(45_000)
  })

  it('charges 50 buyers exactly the price they confirmed while it changes', async () => {
    const [cost] = await app.db.selectFrom('lead_costs').select('id').execute()
    const agents = await makeAgents(app.db, 50)
    await Promise.all(agents.map((agent) => giveMoney(app.database, agent.id, 20_000)))
    const leads = await makeLeads(app.db, 50)
    let isBuying = true
    const priceChanges = (async () => {
      for (let price = 60; isBuying; price = price === 60 ? 50 : 60) {
        await clients.call(updateLeadCost, {
          token: admin.token,
          params: { id: cost?.id ?? '' },
          body: { price },
        })
      }
    })()
    const confirmed = agents.map((_, at) => (at % 2 === 0 ? 50 : 60))
    const answers = await Promise.all(
      agents.map((agent, at) => buy(agent, leads[at] ?? '', confirmed[at])),
    )
    isBuying = false
    await priceChanges
    await setLeadPrice(app.db, 'domestic', 5000)
    expect(tally(answers.map(({ status }) => status))).toMatchObject({
      200: expect.any(Number),
      409: expect.any(Number),
    })
    for (const [at, answer] of answers.entries()) {
      const paid = 20_000 - (await walletPaise(app.database, agents[at]?.id ?? ''))
      if (answer.status === 200) expect(paid).toBe((confirmed[at] ?? 0) * 100)
      else expect([answer.body.code, paid]).toEqual(['LEAD_PRICE_CHANGED', 0])
    }
  })

  it('an agent buys while an admin edits, deletes and marks sold: every outcome equals that of some serial order', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 1_000_000)
    const leads = await makeLeads(app.db, 40)
    const form = {
      name: 'Edited',
      phone: '9000000001',
      email: 'edited@example.com',
      city: 'Pune',
      destination: 'Goa',
    }
    await Promise.all(
      leads.map(async (leadId) => {
        const asAdmin = { token: admin.token, params: { id: leadId } }
        const [bought, edited, marked, deleted] = await Promise.all([
          buy(agent, leadId),
          clients.call(updateLead, { ...asAdmin, body: form }),
          clients.call(updateLead, { ...asAdmin, body: { satatus: 'sold' } }),
          clients.call(deleteLead, asAdmin),
        ])
        const lead = await app.db
          .selectFrom('leads')
          .select(['status', 'sold_cause', 'name', 'deleted_at'])
          .where('id', '=', leadId)
          .executeTakeFirstOrThrow()
        // A deletion succeeds in every state, at most one of two sales succeeds, and a rejected request changes
        // nothing.
        expect(deleted.status).toBe(200)
        expect(lead.deleted_at).not.toBeNull()
        expect([bought.status, marked.status].filter((status) => status === 200).length).toBe(
          lead.status === 'sold' ? 1 : 0,
        )
        expect(lead.sold_cause).toBe(
          bought.status === 200 ? 'purchase' : marked.status === 200 ? 'outside' : null,
        )
        expect(lead.name === 'Edited').toBe(edited.status === 200)
        expect(await purchaseOf(leadId)).toHaveLength(bought.status === 200 ? 1 : 0)
      }),
    )
  })

  it('concurrent recharges and purchases of one wallet lose no money', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_000)
    const leads = await makeLeads(app.db, 40)
    const answers = await Promise.all([
      ...leads.map((leadId) => buy(agent, leadId)),
      ...Array.from({ length: 40 }, () =>
        clients.call(rechargeWallet, {
          token: admin.token,
          body: { userId: agent.id, amount: 12.34 },
        }),
      ),
    ])
    const bought = answers.slice(0, 40).filter((answer) => answer.status === 200).length
    expect(tally(answers.slice(40).map((answer) => answer.status))).toEqual({ 200: 40 })
    expect(await walletPaise(app.database, agent.id)).toBe(100_000 + 40 * 1234 - bought * 5000)
  })

  it('a suspension either waits for a running purchase or stops it', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_000)
    const leads = await makeLeads(app.db, 20)
    const buying = leads.map((leadId) => buy(agent, leadId))
    await app.db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = ${agent.id} for update`.execute(tx)
      await tx
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', agent.id)
        .execute()
      await tx
        .updateTable('sessions')
        .set({ ended_at: new Date() })
        .where('user_id', '=', agent.id)
        .execute()
    })
    const { count } = await app.db
      .selectFrom('purchases')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    const answers = await Promise.all(buying)
    // Every purchase was committed before the suspension.
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(count)
    expect(tally(answers.map((answer) => answer.body.code ?? 'bought')).UNAUTHENTICATED).toBe(
      20 - count || undefined,
    )
  })
})
