import { buyLead, type PayWay } from '@raahi/contract/purchases'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Attack, differences, type Mutation, runAttack } from '../../testing/attacks.ts'
import { tally } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  makeAdmin,
  makeAgent,
  makeLead,
  makeLeads,
  makePlan,
} from '../../testing/factories.ts'
import type { HttpAnswer } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { untilPurchaseWaits } from '../../testing/until-waiting.ts'

// As in guards.test.ts: the guards of purchases with a plan are removed one by one.

async function makeSubscriber(app: TestApp, rupees: number, quotas: number[]) {
  const agent = await makeAgent(app.db)
  if (rupees > 0) await giveMoney(app.database, agent.id, rupees * 100)
  const ids: string[] = []
  for (const lead_quota of quotas) {
    const plan = await makePlan(app.db, { lead_quota, validity_days: 30 + ids.length })
    ids.push(await givePlan(app.database, agent.id, plan))
  }
  return { agent, ids }
}

const payers = (answers: HttpAnswer[]) =>
  tally(answers.map(({ body, status }) => (body.data?.paidWith as PayWay) ?? status))

/** 30 concurrent purchases with two plans of 2 and 3 leads, and a wallet with money for 10 more. */
const manyForFewLeads: Attack = async (app, clients) => {
  const { agent } = await makeSubscriber(app, 500, [2, 3])
  const leads = await makeLeads(app.db, 30)
  const answers = await Promise.all(
    leads.map((leadId) => clients.call(buyLead, { token: agent.token, body: { leadId } })),
  )
  return differences(payers(answers), { 402: 15, plan: 5, wallet: 10 })
}

/** An agent with a domestic plan buys an international lead. */
const otherType: Attack = async (app, clients) => {
  await setLeadPrice(app.db, 'international', 4000)
  const { agent } = await makeSubscriber(app, 500, [5])
  const leadId = await makeLead(app.db, { lead_type: 'international' })
  const answer = await clients.call(buyLead, { token: agent.token, body: { leadId } })
  return differences(payers([answer]), { wallet: 1 })
}

/** A purchase of an agent without a plan, while another agent has one. */
const borrowedPlan: Attack = async (app, clients) => {
  await makeSubscriber(app, 0, [5])
  const { agent } = await makeSubscriber(app, 500, [])
  const leadId = await makeLead(app.db)
  const answer = await clients.call(buyLead, { token: agent.token, body: { leadId } })
  return differences(payers([answer]), { wallet: 1 })
}

/** A purchase that waits for its buyer's row until the plan has ended. */
const endedMeanwhile: Attack = async (app, clients) => {
  const { agent, ids } = await makeSubscriber(app, 500, [5])
  const leadId = await makeLead(app.db)
  const { buying } = await app.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${agent.id} for no key update`.execute(tx)
    const waiting = clients.call(buyLead, { token: agent.token, body: { leadId } })
    // In a batch, the purchase would stop waiting after 50 ms and be retried alone.
    await untilPurchaseWaits(app.database)
    await sql`update subscriptions set ends_at = clock_timestamp() where id = ${ids[0]}`.execute(tx)
    return { buying: waiting }
  })
  return differences(payers([await buying]), { wallet: 1 })
}

/** A suspension during running purchases: no purchase may be committed after its response. */
const suspendedBeside: Attack = async (app, clients) => {
  const admin = await makeAdmin(app.db)
  const { agent } = await makeSubscriber(app, 0, [500])
  const leads = await makeLeads(app.db, 6)
  const buying = leads.map((leadId) =>
    clients.call(buyLead, { token: agent.token, body: { leadId } }),
  )
  await expect
    .poll(() => lockedLeads(app, leads), { interval: 5, timeout: 10_000 })
    .toBeGreaterThan(0)
  await clients.call(suspendUser, {
    token: admin.token,
    params: { userId: agent.id },
    query: 'status=suspended',
  })
  const before = await purchases(app)
  const answers = await Promise.all(buying)
  const bought = answers.filter(({ status }) => status === 200).length
  return [...differences(await purchases(app), before), ...differences(bought, before)]
}

async function lockedLeads({ db }: TestApp, leads: string[]): Promise<number> {
  const free = await db
    .selectFrom('leads')
    .select('id')
    .where('id', 'in', leads)
    .where('status', '=', 'buy')
    .forUpdate()
    .skipLocked()
    .execute()
  return leads.length - free.length
}

async function purchases({ db }: TestApp): Promise<number> {
  return (await db.selectFrom('purchases').select('id').execute()).length
}

/** A buyer who was suspended after the authentication. */
const suspendedBefore: Attack = async (app) => {
  const { agent } = await makeSubscriber(app, 0, [5])
  await app.db.updateTable('users').set({ status: 'suspended' }).execute()
  await app.db.updateTable('sessions').set({ ended_at: new Date() }).execute()
  const leadId = await makeLead(app.db)
  const bought = await sql`
    select * from buy_lead(gen_random_uuid(), gen_random_uuid(), ${agent.id}, ${leadId}, null, null, null, null, null, null)
  `
    .execute(app.db)
    .then(
      () => 'bought',
      (error: Error) => error.message,
    )
  return differences(bought, 'UNAUTHENTICATED')
}

/** Removes a condition from the second query for a plan, which runs under the lock. */
const withoutCondition = (guard: string) => ({
  of: 'take_plan_lead',
  from: `select s.* into taken from subscriptions s
      where s.user_id = p_user_id and s.ends_at > now() and s.ends_at > clock_timestamp()
        and s.leads_used < s.lead_quota and s.type in (p_lead_type, 'both')`,
  to: `select s.* into taken from subscriptions s
      where s.user_id = p_user_id and s.ends_at > now() and s.ends_at > clock_timestamp()
        and s.leads_used < s.lead_quota and s.type in (p_lead_type, 'both')`.replace(guard, ''),
})
const unlockedBuyer = {
  of: 'buy_lead',
  from: "where id = p_user_id and role = 'user' for no key update;",
  to: "where id = p_user_id and role = 'user';",
}
/** Reads the plan without locking it, and then sleeps, so that other purchases can interleave. */
const unlockedPlan = {
  of: 'take_plan_lead',
  from: 'order by s.ends_at, s.id limit 1 for update;',
  to: 'order by s.ends_at, s.id limit 1; perform pg_sleep(0.05);',
}
const uncounted = {
  of: 'take_plan_lead',
  from: 'set leads_used = leads_used + 1 where id = taken.id',
  to: 'set leads_used = taken.leads_used + 1 where id = taken.id',
}
const anyQuota = {
  statement: 'alter table subscriptions drop constraint subscriptions_within_quota',
}

const mutations: Mutation[] = [
  {
    guard: 'the locks on the buyer and on the plan',
    attack: manyForFewLeads,
    changes: [unlockedBuyer, unlockedPlan],
  },
  {
    guard: 'the locks, and the constraint on the quota behind them',
    attack: manyForFewLeads,
    changes: [unlockedBuyer, unlockedPlan, anyQuota],
  },
  {
    guard: 'the locks, where the counter is written as it was read',
    attack: manyForFewLeads,
    changes: [unlockedBuyer, unlockedPlan, uncounted],
  },
  {
    guard: 'the quota looked at under the lock',
    attack: manyForFewLeads,
    changes: [withoutCondition('and s.leads_used < s.lead_quota')],
  },
  {
    guard: 'the quota looked at under the lock, and the constraint behind it',
    attack: manyForFewLeads,
    changes: [withoutCondition('and s.leads_used < s.lead_quota'), anyQuota],
  },
  {
    guard: 'the counter',
    attack: manyForFewLeads,
    changes: [{ of: 'take_plan_lead', from: 'leads_used + 1', to: 'leads_used' }],
  },
  {
    guard: 'the type of the lead',
    attack: otherType,
    changes: [
      {
        of: 'take_plan_lead',
        from: "s.type in (p_lead_type, 'both')\n  )",
        to: 'true\n  )',
      },
      withoutCondition("and s.type in (p_lead_type, 'both')"),
    ],
  },
  {
    guard: 'the owner of the plan',
    attack: borrowedPlan,
    changes: [{ of: 'take_plan_lead', from: 's.user_id = p_user_id', to: 'true' }],
  },
  {
    guard: 'the end of the plan, judged by the clock under the lock',
    attack: endedMeanwhile,
    changes: [
      // Both queries for a plan run under the lock.
      { of: 'take_plan_lead', from: 'and s.ends_at > clock_timestamp()', to: '' },
      { of: 'take_plan_lead', from: 'and taken_at < taken.ends_at', to: '' },
    ],
  },
  {
    guard: 'the status of the buyer',
    attack: suspendedBefore,
    changes: [
      { of: 'buy_lead', from: "and status = 'active'", to: '' },
      { of: 'buy_lead', from: "or v_agency.status <> 'active'", to: '' },
    ],
  },
  {
    guard: 'the lock on the buyer, which a suspension waits for',
    attack: suspendedBeside,
    changes: [
      unlockedBuyer,
      {
        of: 'buy_lead',
        from: 'v_plan := take_plan_lead',
        to: 'perform pg_sleep(2); v_plan := take_plan_lead',
      },
    ],
  },
]

describe('with all guards in place, the attack finds no fault', () => {
  it.each([
    manyForFewLeads,
    otherType,
    borrowedPlan,
    endedMeanwhile,
    suspendedBefore,
    suspendedBeside,
  ])('%o', async (attack) => {
    expect(await runAttack({ attack, changes: [] })).toEqual([])
  })
})

describe('an attack finds the removal of', () => {
  it.each(mutations)('$guard', async ({ attack, changes }) => {
    expect(await runAttack({ attack, changes })).not.toEqual([])
  })
})
