import { setLeadCost } from '@raahi/contract/lead-costs'
import type { LeadType } from '@raahi/contract/leads'
import { addUsersPlanByAdmin, getAllPlansOfUser } from '@raahi/contract/plans'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { PlanRow } from '../plans/public/plans.queries.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
  await setLeadPrice(app.db, 'international', 4000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** Makes an agent with ₹500 and these plans. @returns the agent and the subscription ids */
async function makeSubscriber(...plans: Partial<PlanRow>[]) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 500_00)
  const ids: string[] = []
  for (const fields of plans) {
    ids.push(await givePlan(app.database, agent.id, await makePlan(app.db, fields)))
  }
  return { agent, ids }
}

async function buy(
  agent: MadeUser,
  options: {
    leadType?: LeadType
    leadId?: string
    payWith?: string
    expectedCost?: number
    key?: string
  } = {},
) {
  const { leadType = 'domestic', key, ...body } = options
  const leadId = body.leadId ?? (await makeLead(app.db, { lead_type: leadType }))
  return app.as(agent).call(buyLead, {
    body: { ...body, leadId },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}

/** Moves the grant of a subscription into the past. */
async function age(subscriptionId: string, by: string) {
  await sql`update subscriptions set started_at = started_at - ${by}::interval,
    ends_at = ends_at - ${by}::interval where id = ${subscriptionId}`.execute(app.db)
}

describe('a lead that a plan covers', () => {
  it('uses one lead of the plan and no money of the wallet', async () => {
    const { agent, ids } = await makeSubscriber({ name: 'Explorer', lead_quota: 3 })
    const leadId = await makeLead(app.db, { phone: '+919000012345' })
    const answer = await buy(agent, { leadId })
    expect([answer.status, answer.message]).toEqual([200, 'Lead Buy successfully...'])
    expect(answer.data).toMatchObject({ leadId, cost: 0, paidWith: 'plan', wallet: 500 })
    expect(answer.data.phone).toBe('+919000012345')
    expect(answer.data.subscription).toEqual(
      (await app.as(agent).call(getAllPlansOfUser)).data.find(({ _id }) => _id === ids[0]),
    )
    expect(answer.data.subscription).toMatchObject({
      _id: ids[0],
      name: 'Explorer',
      leadsLeft: 2,
      numberOfLeads: 3,
      status: true,
      daysLeft: 30,
    })
    expect(await walletPaise(app.database, agent.id)).toBe(500_00)
    const purchases = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(purchases.data).toMatchObject([
      { cost: 0, paidWith: 'plan', planName: 'Explorer', lead: { _id: leadId, cost: 50 } },
    ])
  })

  it('is in the audit log with the plan that paid', async () => {
    const { agent, ids } = await makeSubscriber({ name: 'Explorer' })
    const leadId = await makeLead(app.db)
    const answer = await buy(agent, { leadId })
    const actions = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'after'])
      .where('subject_id', '=', leadId)
      .execute()
    expect(actions).toEqual([
      {
        action: 'lead.buy',
        actor_id: agent.id,
        after: {
          purchaseId: answer.data.purchaseId,
          costPaise: 0,
          subscriptionId: ids[0],
          planName: 'Explorer',
        },
      },
    ])
  })

  it('is paid by the wallet after the last lead of the plan', async () => {
    const { agent } = await makeSubscriber({ lead_quota: 1 })
    const last = await buy(agent)
    expect(last.data.subscription).toMatchObject({ leadsLeft: 0, status: false, daysLeft: 30 })
    const next = await buy(agent)
    expect(next.data).toMatchObject({ cost: 50, paidWith: 'wallet', subscription: null })
    expect(next.data.wallet).toBe(450)
  })

  it('gets the same response with the same key, also after the plan changed', async () => {
    const { agent, ids } = await makeSubscriber({ lead_quota: 2 })
    const leadId = await makeLead(app.db)
    const first = await buy(agent, { leadId, key: 'intent' })
    await buy(agent)
    await age(ids[0] ?? '', '40 days')
    await sql`update purchases set created_at = created_at - interval '40 days'
      where user_id = ${agent.id}`.execute(app.db)
    const again = await buy(agent, { leadId, key: 'intent' })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.data).toEqual(first.data)
    const other = await buy(agent, { leadId, key: 'intent', payWith: 'wallet' })
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('which plan pays', () => {
  /** The names of the plans that paid for this number of purchases, in order. */
  async function payersOf(agent: MadeUser, count: number, leadType: LeadType = 'domestic') {
    const names: (string | undefined)[] = []
    for (let n = 0; n < count; n += 1) {
      names.push((await buy(agent, { leadType })).data.subscription?.name)
    }
    return names
  }

  it('the plan that ends first pays, then the next plan, then the wallet', async () => {
    const { agent } = await makeSubscriber(
      { name: 'late', validity_days: 60, lead_quota: 2 },
      { name: 'soon', validity_days: 10, lead_quota: 2 },
      { name: 'middle', validity_days: 30, lead_quota: 1, type: 'both' },
    )
    expect(await payersOf(agent, 6)).toEqual(['soon', 'soon', 'middle', 'late', 'late', undefined])
    expect(await walletPaise(app.database, agent.id)).toBe(450_00)
  })

  it('of two plans with the same end, the one that was granted first pays', async () => {
    const { agent, ids } = await makeSubscriber({ name: 'a' }, { name: 'b' })
    await sql`update subscriptions set ends_at = (select max(ends_at) from subscriptions
      where user_id = ${agent.id}) where user_id = ${agent.id}`.execute(app.db)
    expect(ids).toEqual(ids.toSorted())
    expect(await payersOf(agent, 2)).toEqual(['a', 'a'])
  })

  it('a plan pays only for the lead types that it covers', async () => {
    const { agent } = await makeSubscriber(
      { name: 'home', type: 'domestic', validity_days: 10, lead_quota: 1 },
      { name: 'abroad', type: 'international', validity_days: 20, lead_quota: 1 },
      { name: 'all', type: 'both', validity_days: 30, lead_quota: 2 },
    )
    expect(await payersOf(agent, 4, 'international')).toEqual(['abroad', 'all', 'all', undefined])
    expect(await payersOf(agent, 2, 'domestic')).toEqual(['home', undefined])
  })

  it('neither an ended plan nor the plan of another agent pays', async () => {
    const { agent, ids } = await makeSubscriber({ validity_days: 10 })
    await age(ids[0] ?? '', '10 days')
    await makeSubscriber({})
    expect(await payersOf(agent, 1)).toEqual([undefined])
    expect(await buy(agent, { payWith: 'plan' })).toMatchObject({
      status: 409,
      code: 'NO_PLAN_COVERS_LEAD',
    })
  })

  it('a plan that an admin sold twice pays for twice as many leads', async () => {
    const { agent } = await makeSubscriber()
    const plan = await makePlan(app.db, { lead_quota: 1 })
    for (let n = 0; n < 2; n += 1) {
      await app.as(admin).call(addUsersPlanByAdmin, { body: { userId: agent.id, planId: plan.id } })
    }
    const paid = [await buy(agent), await buy(agent), await buy(agent)]
    expect(paid.map(({ data }) => data.paidWith)).toEqual(['plan', 'plan', 'wallet'])
    expect(paid[0]?.data.subscription?._id).not.toBe(paid[1]?.data.subscription?._id)
  })

  it('a plan to which a lead was returned pays again', async () => {
    const { agent } = await makeSubscriber({ lead_quota: 1 })
    const first = await buy(agent)
    const requestId = await makeRequest(app.database, agent.id, first.data.leadId)
    expect((await buy(agent, { payWith: 'plan' })).code).toBe('NO_PLAN_COVERS_LEAD')
    await sql`select decide_replacement(${requestId}, 'approved', ${admin.id}, null)`.execute(
      app.db,
    )
    expect((await buy(agent, { payWith: 'plan' })).data.subscription?.leadsLeft).toBe(0)
  })
})

describe('payWith', () => {
  it('wallet does not use the plan', async () => {
    const { agent } = await makeSubscriber({})
    const answer = await buy(agent, { payWith: 'wallet' })
    expect(answer.data).toMatchObject({ cost: 50, paidWith: 'wallet', subscription: null })
    const [plan] = (await app.as(agent).call(getAllPlansOfUser)).data
    expect(plan?.leadsLeft).toBe(plan?.numberOfLeads)
  })

  it('plan never charges the wallet', async () => {
    const { agent } = await makeSubscriber({ lead_quota: 1 })
    expect((await buy(agent, { payWith: 'plan' })).data.paidWith).toBe('plan')
    const leadId = await makeLead(app.db)
    const refused = await buy(agent, { leadId, payWith: 'plan' })
    expect([refused.status, refused.code, refused.message]).toEqual([
      409,
      'NO_PLAN_COVERS_LEAD',
      'No active plan covers this lead',
    ])
    expect(await walletPaise(app.database, agent.id)).toBe(500_00)
    // The transaction is rolled back, so the lead is still for sale.
    expect((await buy(agent, { leadId })).data.paidWith).toBe('wallet')
  })

  it('absent: a plan pays also if the wallet is empty', async () => {
    const agent = await makeAgent(app.db)
    await givePlan(app.database, agent.id, await makePlan(app.db, { lead_quota: 1 }))
    expect((await buy(agent)).data).toMatchObject({ paidWith: 'plan', wallet: 0 })
    expect((await buy(agent)).code).toBe('INSUFFICIENT_WALLET_BALANCE')
  })
})

describe('the price', () => {
  it('must be the confirmed one, also if a plan pays', async () => {
    const { agent } = await makeSubscriber({})
    const leadId = await makeLead(app.db)
    for (const payWith of ['plan', 'wallet', undefined]) {
      const refused = await buy(agent, { leadId, expectedCost: 49, ...(payWith && { payWith }) })
      expect([refused.status, refused.code]).toEqual([409, 'LEAD_PRICE_CHANGED'])
    }
    expect((await buy(agent, { leadId, payWith: 'plan' })).status).toBe(200)
  })

  it('must be set, also if a plan pays, and is stored on the lead', async () => {
    const { agent } = await makeSubscriber({ type: 'both' })
    await app.db.deleteFrom('lead_costs').where('type', '=', 'international').execute()
    const leadId = await makeLead(app.db, { lead_type: 'international' })
    for (const payWith of ['plan', 'wallet', undefined]) {
      const refused = await buy(agent, { leadId, ...(payWith && { payWith }) })
      expect(refused.code).toBe('LEAD_PRICE_NOT_SET')
    }
    await app.as(admin).call(setLeadCost, { body: { type: 'international', price: 40 } })
    expect((await buy(agent, { leadId })).data).toMatchObject({ cost: 0, paidWith: 'plan' })
    const lead = await app.db
      .selectFrom('leads')
      .select(['sold_cost_paise', 'sold_cause'])
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    expect(lead).toEqual({ sold_cost_paise: 4000, sold_cause: 'purchase' })
  })
})

it('a suspended buyer’s plan pays for nothing', async () => {
  const { agent } = await makeSubscriber({})
  const leadId = await makeLead(app.db)
  await app.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('id', '=', agent.id)
    .execute()
  await app.db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', agent.id)
    .execute()
  expect((await buy(agent, { leadId })).status).toBe(401)
  await expect(
    sql`select buy_lead(gen_random_uuid(), gen_random_uuid(), ${agent.id}, ${leadId}, null,
      'plan', null, null, null, null)`.execute(app.db),
  ).rejects.toThrow('UNAUTHENTICATED')
})
