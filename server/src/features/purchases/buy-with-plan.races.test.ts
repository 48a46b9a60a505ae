import { addUsersPlanByAdmin } from '@raahi/contract/plans'
import { buyLead, type PayWay } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makeLeads,
  makePlan,
  makePlanPurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { connectClients, type HttpAnswer, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let clients: HttpClients
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'both', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(async () => {
  clients.close()
  await app.close()
})

/** Long enough for a busy machine. */
const patient = { timeout: 10_000 }

const buy = (agent: MadeUser, leadId: string, payWith?: PayWay, key?: string) =>
  clients.call(buyLead, {
    token: agent.token,
    body: { leadId, ...(payWith && { payWith }) },
    ...(key && { key }),
  })
/** Counts the purchases by outcome: the plan or wallet that paid, or the error code. */
const outcomes = (answers: HttpAnswer[]) =>
  tally(answers.map(({ body }) => body.code ?? (body.data?.paidWith as string)))

async function used(agent: MadeUser): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom('subscriptions')
    .select(['plan_name', 'leads_used'])
    .where('user_id', '=', agent.id)
    .execute()
  return Object.fromEntries(rows.map(({ plan_name, leads_used }) => [plan_name, leads_used]))
}

async function makeSubscriber(rupees: number, quotas: Record<string, number>) {
  const agent = await makeAgent(app.db)
  if (rupees > 0) await giveMoney(app.database, agent.id, rupees * 100)
  const ids: string[] = []
  for (const [name, lead_quota] of Object.entries(quotas)) {
    const validity_days = 30 + ids.length
    const plan = await makePlan(app.db, { name, lead_quota, validity_days })
    ids.push(await givePlan(app.database, agent.id, plan))
  }
  return { agent, ids }
}

async function purchasesOf({ id }: MadeUser): Promise<number> {
  const { n } = await app.db
    .selectFrom('purchases')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return n
}

describe('100 parallel buys on a plan of 5 leads', () => {
  it('with money for ten more: fifteen succeed and use every lead and rupee', async () => {
    const { agent } = await makeSubscriber(500, { five: 5 })
    const leads = await makeLeads(app.db, 100)
    const answers = await Promise.all(leads.map((leadId) => buy(agent, leadId)))
    expect(outcomes(answers)).toEqual({ plan: 5, wallet: 10, INSUFFICIENT_WALLET_BALANCE: 85 })
    expect(await walletPaise(app.database, agent.id)).toBe(0)
  })

  it('with four more plans: every lead of each plan is used, and no more', async () => {
    const quotas = { a: 5, b: 1, c: 9, d: 1, e: 4 }
    const { agent } = await makeSubscriber(0, quotas)
    const leads = await makeLeads(app.db, 100)
    const answers = await Promise.all(leads.map((leadId) => buy(agent, leadId, 'plan')))
    expect(outcomes(answers)).toEqual({ plan: 20, NO_PLAN_COVERS_LEAD: 80 })
    expect(await used(agent)).toEqual(quotas)
  })

  it('while more plans are sold: no purchase fails because of a concurrent grant', async () => {
    const { agent } = await makeSubscriber(0, { five: 5 })
    const plan = await makePlan(app.db, { lead_quota: 5 })
    const leads = await makeLeads(app.db, 40)
    const [answers, sold] = await Promise.all([
      Promise.all(leads.map((leadId) => buy(agent, leadId, 'plan'))),
      Promise.all(
        Array.from({ length: 6 }, () =>
          clients.call(addUsersPlanByAdmin, {
            token: admin.token,
            body: { userId: agent.id, planId: plan.id },
          }),
        ),
      ),
    ])
    expect(tally(sold.map(({ status }) => status))).toEqual({ 200: 6 })
    const rest = answers.flatMap(({ status }, at) => (status === 200 ? [] : (leads[at] ?? '')))
    const after = await Promise.all(rest.map((leadId) => buy(agent, leadId, 'plan')))
    const bought = [...answers, ...after].filter(({ status }) => status === 200)
    expect(bought).toHaveLength(35)
  })
})

describe('a plan that ends during parallel purchases', () => {
  it.each(['plan', undefined] as const)(
    'pays for nothing after its end (payWith %s)',
    async (payWith) => {
      const { agent, ids } = await makeSubscriber(10_000, { short: 5000 })
      const leads = await makeLeads(app.db, 3000)
      const answers: HttpAnswer[] = []
      const buying = Promise.all(
        Array.from({ length: 12 }, async () => {
          // Buys until three purchases were not paid by the plan.
          for (let late = 0; late < 3; ) {
            const leadId = leads.pop()
            if (!leadId) throw new Error('the leads ran out before the plan ended')
            const answer = await buy(agent, leadId, payWith)
            answers.push(answer)
            if (answer.body.data?.paidWith !== 'plan') late += 1
          }
        }),
      )
      await expect.poll(() => purchasesOf(agent), patient).toBeGreaterThan(10)
      await sql`update subscriptions set ends_at = clock_timestamp() + interval '100 ms'
        where id = ${ids[0]}`.execute(app.db)
      await buying
      const { plan, ...others } = outcomes(answers)
      expect(plan).toBeGreaterThan(0)
      expect(Object.keys(others)).toEqual([payWith ? 'NO_PLAN_COVERS_LEAD' : 'wallet'])
      const { rows } = await sql<{ last: boolean }>`
        select max(p.created_at) < max(s.ends_at) as last from purchases p
        join subscriptions s on s.id = p.subscription_id where s.id = ${ids[0]}`.execute(app.db)
      expect(rows).toEqual([{ last: true }])
    },
  )

  it('does not pay a purchase that began before its end and got the lock after it', async () => {
    const { agent, ids } = await makeSubscriber(100, { short: 5 })
    const leadId = await makeLead(app.db)
    const answer = await app.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${agent.id} for no key update`.execute(tx)
      const waiting = buy(agent, leadId)
      await expect.poll(waitingForLocks, patient).toBe(1)
      await sql`update subscriptions set ends_at = clock_timestamp() where id = ${ids[0]}`.execute(
        tx,
      )
      return { waiting }
    })
    expect((await answer.waiting).body.data).toMatchObject({ paidWith: 'wallet', cost: 50 })
    expect(await used(agent)).toEqual({ short: 0 })
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.n ?? 0
}

describe('with concurrent suspensions and approvals', () => {
  const suspend = (agent: MadeUser) =>
    clients.call(suspendUser, {
      token: admin.token,
      params: { userId: agent.id },
      query: 'status=suspended',
    })

  it('a suspension succeeds during continuous purchases, and no purchase follows it', async () => {
    const { agent } = await makeSubscriber(0, { endless: 5000 })
    const leads = await makeLeads(app.db, 3000)
    const hammering = Promise.all(
      Array.from({ length: 12 }, async () => {
        for (;;) {
          const leadId = leads.pop()
          if (!leadId) throw new Error('the leads ran out before the suspension')
          const { status, body } = await buy(agent, leadId, 'plan')
          if (status !== 200) return body.code
        }
      }),
    )
    await expect.poll(() => purchasesOf(agent), patient).toBeGreaterThan(20)
    expect((await suspend(agent)).status).toBe(200)
    const bought = await purchasesOf(agent)
    expect(tally(await hammering)).toEqual({ UNAUTHENTICATED: 12 })
    expect(await purchasesOf(agent)).toBe(bought)
  })

  it('purchases and returns in any order cause no deadlock, and all counts match', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { agent, ids } = await makeSubscriber(500, { a: 8, b: 3 })
      const requests: string[] = []
      for (let n = 0; n < 6; n += 1) {
        const leadId = await makePlanPurchase(app.database, agent.id, ids[0] ?? '')
        requests.push(await makeRequest(app.database, agent.id, leadId))
      }
      const leads = await makeLeads(app.db, 30)
      const [bought, approved, suspended] = await Promise.all([
        Promise.all(leads.map((leadId, n) => buy(agent, leadId, n % 3 ? undefined : 'plan'))),
        Promise.all(
          requests.flatMap((requestId) =>
            [1, 2].map(() =>
              clients.call(approveLeadReplacement, {
                token: admin.token,
                body: { requestId, action: 'approved' },
              }),
            ),
          ),
        ),
        round % 2 ? suspend(agent) : undefined,
      ])
      expect(outcomes(approved)).toMatchObject({ REPLACEMENT_ALREADY_DECIDED: 6 })
      expect(tally(approved.map(({ status }) => status))).toEqual({ 200: 6, 409: 6 })
      if (suspended) expect(suspended.status).toBe(200)
      const possible = ['plan', 'wallet', 'NO_PLAN_COVERS_LEAD', 'INSUFFICIENT_WALLET_BALANCE']
      expect([...possible, 'UNAUTHENTICATED']).toEqual(
        expect.arrayContaining(Object.keys(outcomes(bought))),
      )
      const { plan = 0 } = outcomes(bought)
      const counts = await used(agent)
      expect((counts.a ?? 0) + (counts.b ?? 0)).toBe(plan)
    }
    // A deadlock that was retried would not appear in the responses.
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(app.db)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})
