import { setLeadCost } from '@raahi/contract/lead-costs'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { rechargeWallet } from '@raahi/contract/wallets'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLeads,
  makePlan,
  makePlanPurchase,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { connectClients, type HttpAnswer, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let clients: HttpClients
let admins: MadeUser[]

beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admins = [await makeAdmin(app.db), await makeAdmin(app.db)]
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

/** An agent with ₹100 who bought a lead for ₹50 and requested a replacement. */
async function makeAsker() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_00)
  const leadId = await makePurchase(app.database, agent.id)
  return { agent, leadId, requestId: await makeRequest(app.database, agent.id, leadId) }
}

const decide = (requestId: string, action: 'approved' | 'rejected', n = 0, key?: string) =>
  clients.call(approveLeadReplacement, {
    token: admins[n % 2]?.token ?? '',
    body: { requestId, action },
    ...(key && { key }),
  })
const outcomes = (answers: HttpAnswer[]) =>
  tally(answers.map(({ status, body }) => body.code ?? status))
const times = <T>(count: number, work: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => work(n))

async function refundsOf(userId: string) {
  const entries = await app.db
    .selectFrom('journal_entries')
    .select('amount_paise')
    .where('user_id', '=', userId)
    .where('method', '=', 'wallet_refund')
    .execute()
  return entries.map(({ amount_paise }) => amount_paise)
}

describe('concurrent decisions', () => {
  it('50 approvals by two admins return the price once', async () => {
    const { agent, requestId } = await makeAsker()
    const answers = await Promise.all(times(50, (n) => decide(requestId, 'approved', n)))
    expect(outcomes(answers)).toEqual({ 200: 1, REPLACEMENT_ALREADY_DECIDED: 49 })
    expect(await refundsOf(agent.id)).toEqual([5000])
    expect(await walletPaise(app.database, agent.id)).toBe(100_00)
  })

  it('approve and reject have one outcome, with a refund only if it is approve', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { agent, requestId } = await makeAsker()
      const answers = await Promise.all(
        times(20, (n) => decide(requestId, (n + round) % 2 ? 'approved' : 'rejected', n)),
      )
      expect(outcomes(answers)).toEqual({ 200: 1, REPLACEMENT_ALREADY_DECIDED: 19 })
      const winner = answers.find(({ status }) => status === 200)
      const approved = winner?.body.message === 'Replacement request approved'
      expect(await refundsOf(agent.id)).toEqual(approved ? [5000] : [])
      expect(await walletPaise(app.database, agent.id)).toBe(approved ? 100_00 : 50_00)
    }
  })

  it('a double click with one key is one decision, with the same response to both', async () => {
    const { agent, requestId } = await makeAsker()
    const key = uniqueText()
    const answers = await Promise.all(times(12, () => decide(requestId, 'approved', 0, key)))
    expect(outcomes(answers)).toEqual({ 200: 12 })
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(11)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await refundsOf(agent.id)).toEqual([5000])
    const other = await decide(requestId, 'rejected', 0, key)
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('lose no money during recharges and purchases of the same wallet', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 500_00)
    const requests = await Promise.all(
      times(10, async () =>
        makeRequest(app.database, agent.id, await makePurchase(app.database, agent.id)),
      ),
    )
    const leads = await makeLeads(app.db, 10)
    const answers = await Promise.all([
      ...requests.flatMap((id) => times(3, (n) => decide(id, 'approved', n))),
      ...times(10, () =>
        clients.call(rechargeWallet, {
          token: admins[0]?.token ?? '',
          body: { userId: agent.id, amount: 7.77 },
        }),
      ),
      ...leads.map((leadId) => clients.call(buyLead, { token: agent.token, body: { leadId } })),
    ])
    const bought = answers.slice(-10).filter(({ status }) => status === 200).length
    expect(answers.slice(30).every(({ status }) => [200, 402].includes(status))).toBe(true)
    expect(await refundsOf(agent.id)).toEqual(Array(10).fill(5000))
    expect(await walletPaise(app.database, agent.id)).toBe(500_00 + 7770 - bought * 5000)
  })

  it('return the price paid while the lead cost changes', async () => {
    const { agent, requestId } = await makeAsker()
    await Promise.all([
      ...times(10, (n) =>
        clients.call(setLeadCost, {
          token: admins[1]?.token ?? '',
          body: { type: 'domestic', price: 51 + n },
        }),
      ),
      ...times(5, (n) => decide(requestId, 'approved', n)),
    ])
    await setLeadPrice(app.db, 'domestic', 5000)
    expect(await refundsOf(agent.id)).toEqual([5000])
  })

  it('return each lead of one plan once', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { lead_quota: 4 })
    const subscriptionId = await givePlan(app.database, agent.id, plan)
    const requests: string[] = []
    for (let n = 0; n < 4; n += 1) {
      const leadId = await makePlanPurchase(app.database, agent.id, subscriptionId)
      requests.push(await makeRequest(app.database, agent.id, leadId))
    }
    const answers = await Promise.all(
      requests.flatMap((id) => times(6, (n) => decide(id, 'approved', n))),
    )
    expect(outcomes(answers)).toEqual({ 200: 4, REPLACEMENT_ALREADY_DECIDED: 20 })
    const { leads_used } = await app.db
      .selectFrom('subscriptions')
      .select('leads_used')
      .where('id', '=', subscriptionId)
      .executeTakeFirstOrThrow()
    expect(leads_used).toBe(0)
  })
})

describe('concurrent requests', () => {
  const ask = (agent: MadeUser, leadId: string, key?: string) =>
    clients.call(requestLeadReplacement, {
      token: agent.token,
      body: { leadId, reason: 'Duplicate lead' },
      ...(key && { key }),
    })

  it('one of 20 for one purchase is accepted', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_00)
    const leadId = await makePurchase(app.database, agent.id)
    const answers = await Promise.all(times(20, () => ask(agent, leadId)))
    expect(outcomes(answers)).toEqual({ 201: 1, REPLACEMENT_ALREADY_REQUESTED: 19 })
  })

  it('with one key get the same response', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_00)
    const leadId = await makePurchase(app.database, agent.id)
    const answers = await Promise.all(times(10, () => ask(agent, leadId, 'k')))
    expect(outcomes(answers)).toEqual({ 201: 10 })
  })

  it('during the rejection of the first request: at most one more is accepted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agent, leadId, requestId } = await makeAsker()
      const answers = await Promise.all([
        decide(requestId, 'rejected'),
        ...times(10, () => ask(agent, leadId)),
      ])
      const taken = answers.slice(1).filter(({ status }) => status === 201).length
      expect(taken).toBeLessThanOrEqual(1)
      if (taken === 0) expect((await ask(agent, leadId)).status).toBe(201)
    }
  })
})
