import {
  addUsersPlanByAdmin,
  deletePlan,
  getAllPlansOfUser,
  purchasePlan,
  updatePlan,
} from '@raahi/contract/plans'
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
} from '../../testing/factories.ts'
import { readMails, untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

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

const assign = (userId: unknown, planId: unknown, key?: string) =>
  app.as(admin).call(addUsersPlanByAdmin, {
    body: { userId, planId },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const plansOf = async (user: MadeUser) => (await app.as(user).call(getAllPlansOfUser)).data
const claim = (user: MadeUser, planId: unknown) =>
  app.as(user).call(purchasePlan, { body: { planId } })

async function entriesOf(userId: string) {
  return app.db
    .selectFrom('journal_entries')
    .select(['id', 'method', 'status', 'amount_paise'])
    .where('user_id', '=', userId)
    .execute()
}

/** Moves the grant of a subscription into the past. */
async function age(subscriptionId: string, by: string) {
  await sql`update subscriptions set started_at = started_at - ${by}::interval,
    ends_at = ends_at - ${by}::interval where id = ${subscriptionId}`.execute(app.db)
}

describe('a plan assigned by an admin', () => {
  it('is mailed to the agent with its end, once per assignment, and not after a refusal', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { name: 'Explorer', price_paise: 49_950, lead_quota: 3 })
    const key = uniqueText()
    for (const _ of [1, 2]) expect((await assign(agent.id, plan.id, key)).status).toBe(200)
    expect((await assign(agent.id, plan.id, `${key}-2`)).status).toBe(200)
    const mail = await waitForMail(app.config, agent.email, /new plan/)
    expect(mail.subject).toBe('You have a new plan: Explorer')
    expect(mail.text).toMatch(/with 3 leads and 30 days left, until \d+ \w{3}, \d+:\d\d [AP]M\./)
    expect(mail.text).toContain('Price: ₹499.50')
    await untilJobsDone(app.database)
    const mails = await readMails(app.config, agent.email)
    expect(mails.filter(({ subject }) => subject === mail.subject)).toHaveLength(2)
    const refused = await makeAgent(app.db)
    expect((await assign(refused.id, '019a573f-2b0e-725c-b855-bdd594d8a46f')).status).toBe(404)
    await untilJobsDone(app.database)
    expect(await readMails(app.config, refused.email)).toEqual([])
  })

  it('is a cash sale: a subscription, and its price from cash to the revenue of plans', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { name: 'Explorer', price_paise: 499_50, lead_quota: 3 })
    const answer = await assign(agent.id, plan.id)
    expect([answer.status, answer.message]).toEqual([200, 'Plan assigned successfully!'])
    const { startDate, endDate, ...rest } = answer.data
    expect(rest).toEqual({
      _id: expect.any(String),
      plan: plan.id,
      name: 'Explorer',
      price: 499.5,
      planType: 'domestic',
      validity: 30,
      numberOfLeads: 3,
      leadsLeft: 3,
      status: true,
      daysLeft: 30,
    })
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(30 * 86_400_000)
    expect(await plansOf(agent)).toEqual([answer.data])
    const [entry, ...more] = await entriesOf(agent.id)
    expect(more).toEqual([])
    expect(entry).toEqual({
      id: expect.any(String),
      method: 'cash',
      status: 'captured',
      amount_paise: 49_950,
    })
    const postings = await app.db
      .selectFrom('postings as p')
      .innerJoin('accounts as a', 'a.id', 'p.account_id')
      .select(['a.kind', 'p.amount_paise'])
      .where('p.entry_id', '=', entry?.id ?? '')
      .orderBy('p.amount_paise')
      .execute()
    expect(postings).toEqual([
      { kind: 'cash', amount_paise: -49_950 },
      { kind: 'revenue_plans', amount_paise: 49_950 },
    ])
    expect(await walletPaise(app.database, agent.id)).toBe(0)
  })

  it('is in the audit log with admin and agent', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    const { data, headers } = await assign(agent.id, plan.id)
    const actions = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'subject_type', 'after', 'request_id'])
      .where('subject_id', '=', data._id)
      .execute()
    expect(actions).toEqual([
      {
        actor_id: admin.id,
        action: 'plan.assign',
        subject_type: 'subscription',
        after: expect.objectContaining({ userId: agent.id, plan_id: plan.id, price_paise: 50_000 }),
        request_id: headers['x-request-id'],
      },
    ])
  })

  it('of price 0 has no entry and is granted once, also by concurrent requests', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { price_paise: 0 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => assign(agent.id, plan.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const refused = await assign(agent.id, plan.id)
    expect([refused.status, refused.code]).toEqual([409, 'FREE_PLAN_ALREADY_GRANTED'])
    expect(await entriesOf(agent.id)).toEqual([])
    expect(await plansOf(agent)).toHaveLength(1)
    expect((await assign((await makeAgent(app.db)).id, plan.id)).status).toBe(200)
  })

  it('with a price can be sold several times concurrently', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    expect((await assign(agent.id, plan.id)).status).toBe(200)
    expect((await assign(agent.id, plan.id)).status).toBe(200)
    expect(await plansOf(agent)).toHaveLength(2)
    expect(await entriesOf(agent.id)).toHaveLength(2)
  })

  it('sent 20 times with one key is sold once, with the same response to all', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    const key = uniqueText()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => assign(agent.id, plan.id, key)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await entriesOf(agent.id)).toHaveLength(1)
    const other = await assign(agent.id, (await makePlan(app.db)).id, key)
    expect([other.status, other.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('can be assigned to agents only, also suspended ones, and only if it is on sale', async () => {
    const plan = await makePlan(app.db)
    const suspended = await makeAgent(app.db, { status: 'suspended' })
    await app.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', suspended.id)
      .execute()
    expect((await assign(suspended.id, plan.id)).status).toBe(200)
    for (const userId of [admin.id, '01890000-0000-7000-8000-000000000000']) {
      const answer = await assign(userId, plan.id)
      expect([answer.status, answer.code]).toEqual([404, 'USER_NOT_FOUND'])
    }
    await app.as(admin).call(deletePlan, { params: { id: plan.id } })
    for (const planId of [plan.id, suspended.id]) {
      const answer = await assign(suspended.id, planId)
      expect([answer.status, answer.code]).toEqual([404, 'PLAN_NOT_FOUND'])
    }
    const none = await assign(suspended.id, '')
    expect([none.status, none.fieldErrors]).toEqual([
      400,
      { planId: 'Please select a plan to assign.' },
    ])
  })

  it('is rejected if its price differs from the price that was received', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { price_paise: 449_00 })
    const sell = (expectedPrice: unknown) =>
      app.as(admin).call(addUsersPlanByAdmin, {
        body: { userId: agent.id, planId: plan.id, expectedPrice },
      })
    for (const price of [448.99, 449.01, 0]) {
      const answer = await sell(price)
      expect([answer.status, answer.code]).toEqual([409, 'PLAN_PRICE_CHANGED'])
    }
    expect(await plansOf(agent)).toEqual([])
    expect(await entriesOf(agent.id)).toEqual([])
    expect((await sell(449)).data.price).toBe(449)
  })

  it('keeps the terms it was sold under when the plan is changed or deleted', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    const { data } = await assign(agent.id, plan.id)
    await app.as(admin).call(updatePlan, {
      params: { id: plan.id },
      body: { planName: 'Other', price: 1, validity: 1, numberOfLeads: 1, planType: 'both' },
    })
    expect(await plansOf(agent)).toEqual([data])
    await app.as(admin).call(deletePlan, { params: { id: plan.id } })
    expect(await plansOf(agent)).toEqual([data])
  })
})

describe('the plans of a user', () => {
  it('have days left rounded up, never below 0, and are active until their end or their last lead', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { lead_quota: 2 })
    const id = await givePlan(app.database, agent.id, plan)
    const shown = async () => (await plansOf(agent)).map((one) => [one.status, one.daysLeft])
    await age(id, '29 days 23 hours')
    expect(await shown()).toEqual([[true, 1]])
    await age(id, '59 minutes')
    expect(await shown()).toEqual([[true, 1]])
    await age(id, '2 minutes')
    expect(await shown()).toEqual([[false, 0]])
    await age(id, '100 days')
    expect(await shown()).toEqual([[false, 0]])
  })

  it('are inactive after their last lead, regardless of the days left', async () => {
    const agent = await makeAgent(app.db)
    const id = await givePlan(app.database, agent.id, await makePlan(app.db, { lead_quota: 2 }))
    const shown = async () => (await plansOf(agent)).map((one) => [one.status, one.leadsLeft])
    await makePlanPurchase(app.database, agent.id, id)
    expect(await shown()).toEqual([[true, 1]])
    await makePlanPurchase(app.database, agent.id, id)
    expect(await shown()).toEqual([[false, 0]])
    expect((await plansOf(agent))[0]?.daysLeft).toBe(30)
  })

  it('are sorted: active plans by earliest end, then ended plans', async () => {
    const agent = await makeAgent(app.db)
    const give = async (name: string, days: number, aged: string) => {
      const plan = await makePlan(app.db, { name, validity_days: days })
      await age(await givePlan(app.database, agent.id, plan), aged)
    }
    await give('long ended', 10, '90 days')
    await give('just ended', 10, '11 days')
    await give('ends last', 60, '1 day')
    await give('ends soon', 30, '20 days')
    expect((await plansOf(agent)).map(({ name }) => name)).toEqual([
      'ends soon',
      'ends last',
      'just ended',
      'long ended',
    ])
  })

  it('can be read by their user and by admins', async () => {
    const agent = await makeAgent(app.db)
    const other = await makeAgent(app.db)
    await givePlan(app.database, agent.id, await makePlan(app.db))
    const ask = (user: MadeUser, userId: string) =>
      app.as(user).call(getAllPlansOfUser, { query: { userId } })
    expect((await ask(agent, agent.id)).data).toEqual(await plansOf(agent))
    expect((await ask(admin, agent.id)).data).toEqual(await plansOf(agent))
    expect(await plansOf(admin)).toEqual([])
    expect((await ask(admin, other.id)).data).toEqual([])
    for (const refused of [
      await ask(other, agent.id),
      await ask(other, '01890000-0000-7000-8000-000000000000'),
      await ask(admin, '01890000-0000-7000-8000-000000000000'),
    ]) {
      expect([refused.status, refused.code]).toEqual([404, 'USER_NOT_FOUND'])
    }
  })
})

describe('plan/purchase', () => {
  it('returns the subscription and grants nothing', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    const unpaid = await claim(agent, plan.id)
    expect([unpaid.status, unpaid.code]).toEqual([402, 'PLAN_NOT_PAID'])
    expect(await plansOf(agent)).toEqual([])
    const first = await givePlan(app.database, agent.id, plan)
    const answer = await claim(agent, plan.id)
    expect([answer.status, answer.message, answer.data._id]).toEqual([
      200,
      'Successfully purchased the plan!',
      first,
    ])
    const second = await givePlan(app.database, agent.id, plan)
    expect((await claim(agent, plan.id)).data._id).toBe(second)
    await age(second, '31 days')
    expect((await claim(agent, plan.id)).data).toMatchObject({ _id: first, status: true })
    await age(first, '40 days')
    expect((await claim(agent, plan.id)).data).toMatchObject({ _id: second, status: false })
    expect(await plansOf(agent)).toHaveLength(2)
  })

  it('responds alike for the plan of another agent and for a plan that does not exist', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const plan = await makePlan(app.db)
    await givePlan(app.database, agent.id, plan)
    expect((await claim(other, plan.id)).code).toBe('PLAN_NOT_PAID')
    expect((await claim(other, agent.id)).code).toBe('PLAN_NOT_FOUND')
    await app.as(admin).call(deletePlan, { params: { id: plan.id } })
    expect((await claim(other, plan.id)).code).toBe('PLAN_NOT_FOUND')
    expect((await claim(agent, plan.id)).status).toBe(200)
    const none = await claim(agent, undefined)
    expect([none.status, none.fieldErrors]).toEqual([400, { planId: 'No plan selected' }])
  })
})
