import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { myPlanLeads, myTransactions } from '@raahi/contract/transactions'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePlan,
  makePlanPurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

const ask = (user: MadeUser, leadId: string) =>
  app.as(user).call(requestLeadReplacement, { body: { leadId, reason: 'Unreachable: rings out' } })
const approve = (requestId: string) =>
  app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })

async function endSubscription(id: string) {
  await sql`update subscriptions set started_at = started_at - interval '31 days',
    ends_at = ends_at - interval '31 days' where id = ${id}`.execute(app.db)
  await sql`update purchases set created_at = created_at - interval '31 days'
    where subscription_id = ${id}`.execute(app.db)
}

const leadsUsed = async (id: string) =>
  (
    await app.db
      .selectFrom('subscriptions')
      .select('leads_used')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).leads_used

describe('a lead that was paid by a plan', () => {
  async function planBuyer(fields: Parameters<typeof makePlan>[1] = {}) {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { price_paise: 1000_00, lead_quota: 3, ...fields })
    const subscriptionId = await givePlan(app.database, agent.id, plan)
    const leadId = await makePlanPurchase(app.database, agent.id, subscriptionId)
    return { agent, plan, subscriptionId, leadId }
  }

  it('is returned to a plan that has not ended, even if the plan was used up', async () => {
    const { agent, plan, subscriptionId, leadId } = await planBuyer({ lead_quota: 1 })
    const { data: asked } = await ask(agent, leadId)
    expect(asked).toMatchObject({
      cost: 0,
      paidWith: 'plan',
      planName: plan.name,
      approvalReturns: { to: 'plan', amount: null },
    })
    const { data } = await approve(asked._id)
    expect(data).toMatchObject({ returned: 'plan', returnedAmount: null })
    expect(await leadsUsed(subscriptionId)).toBe(0)
    expect(await walletPaise(app.database, agent.id)).toBe(0)
    await makePlanPurchase(app.database, agent.id, subscriptionId)
    expect(await leadsUsed(subscriptionId)).toBe(1)

    const movements = async (query: Record<string, string> = {}) =>
      (await app.as(agent).call(myPlanLeads, { query })).data
    const { docs, totalDocs } = await movements()
    expect(totalDocs).toBe(3)
    const of = { planName: plan.name, leadId: asked.lead.leadId }
    expect(docs).toMatchObject([
      { kind: 'used' },
      { kind: 'returned', ...of },
      { kind: 'used', ...of },
    ])
    expect((await movements({ page: '2', limit: '2' })).docs).toEqual(docs.slice(2))
    const today = dayInIndia(new Date())
    expect((await movements({ startDate: today, endDate: today })).totalDocs).toBe(3)
    expect((await movements({ endDate: '2020-01-01' })).totalDocs).toBe(0)
    const other = await makeAgent(app.db)
    expect((await app.as(other).call(myPlanLeads)).data.totalDocs).toBe(0)
  })

  it('refunds its share of the price after the plan has ended, rounded down to paise', async () => {
    const { agent, plan, subscriptionId, leadId } = await planBuyer()
    await endSubscription(subscriptionId)
    const { data: asked } = await ask(agent, leadId)
    expect(asked.approvalReturns).toEqual({ to: 'wallet', amount: 333.33 })
    const { data } = await approve(asked._id)
    expect(data).toMatchObject({ returned: 'wallet', returnedAmount: 333.33 })
    expect(await walletPaise(app.database, agent.id)).toBe(333_33)
    expect(await leadsUsed(subscriptionId)).toBe(1)
    const { data: statement } = await app.as(agent).call(myTransactions)
    expect(statement.docs[0]).toMatchObject({
      amount: 333.33,
      method: 'wallet_refund',
      description: `Refund of lead ${asked.lead.leadId}, plan ${plan.name}`,
    })
  })

  it('is refunded according to the state of the plan at the decision, not at the request', async () => {
    const { agent, subscriptionId, leadId } = await planBuyer()
    const { data } = await ask(agent, leadId)
    await endSubscription(subscriptionId)
    expect((await approve(data._id)).data.returned).toBe('wallet')
  })

  it('of a plan of price 0 returns ₹0 after the plan has ended', async () => {
    const { agent, subscriptionId, leadId } = await planBuyer({ price_paise: 0 })
    await endSubscription(subscriptionId)
    const { data } = await approve(await makeRequest(app.database, agent.id, leadId))
    expect(data).toMatchObject({ returned: 'wallet', returnedAmount: 0 })
  })
})
