import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Attack, differences, type Mutation, runAttack } from '../../testing/attacks.ts'
import { tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  makeAdmin,
  makeAgent,
  makePlan,
  makePlanPurchase,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import type { HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import type { TestApp } from '../../testing/test-app.ts'

// As in purchases/guards.test.ts: each attack finds no fault in the product, and a fault after a guard is removed.

async function makeAsker(app: TestApp) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_00)
  const leadId = await makePurchase(app.database, agent.id)
  return { agent, leadId, requestId: await makeRequest(app.database, agent.id, leadId) }
}

/** 20 concurrent decisions, half of them approvals. */
const manyDecisions: Attack = async (app, clients) => {
  const { token } = await makeAdmin(app.db)
  const { requestId } = await makeAsker(app)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      clients.call(approveLeadReplacement, {
        token,
        body: { requestId, action: n % 2 ? 'approved' : 'rejected' },
      }),
    ),
  )
  return differences(tally(answers.map(({ status }) => status)), { 200: 1, 409: 19 })
}

/** The price rises between the purchase and the approval of its replacement. */
const priceRaised: Attack = async (app, clients) => {
  const { token } = await makeAdmin(app.db)
  const { agent, requestId } = await makeAsker(app)
  await setLeadPrice(app.db, 'domestic', 9000)
  const body = { requestId, action: 'approved' }
  const { status } = await clients.call(approveLeadReplacement, { token, body })
  return differences([status, await walletPaise(app.database, agent.id)], [200, 100_00])
}

/** One lead of a running plan and one of an ended plan are replaced, and one request is rejected. */
const planLeads: Attack = async (app, clients) => {
  const { token } = await makeAdmin(app.db)
  const decide = async (userId: string, leadId: string, action = 'approved') => {
    const requestId = await makeRequest(app.database, userId, leadId)
    const { status } = await clients.call(approveLeadReplacement, {
      token,
      body: { requestId, action },
    })
    return status
  }
  const { id } = await makeAgent(app.db)
  const plan = await makePlan(app.db, { price_paise: 1000_00, lead_quota: 3 })
  const running = await givePlan(app.database, id, plan)
  const ended = await givePlan(app.database, id, plan)
  const [inTime, late, refused] = [
    await makePlanPurchase(app.database, id, running),
    await makePlanPurchase(app.database, id, ended),
    await makePlanPurchase(app.database, id, running),
  ]
  const ago = sql`interval '31 days'`
  await sql`update subscriptions set started_at = started_at - ${ago}, ends_at = ends_at - ${ago}
    where id = ${ended}`.execute(app.db)
  await sql`update purchases set created_at = created_at - ${ago}
    where subscription_id = ${ended}`.execute(app.db)
  const statuses = [
    await decide(id, inTime),
    await decide(id, late),
    await decide(id, refused, 'rejected'),
  ]
  return differences([statuses, await walletPaise(app.database, id)], [[200, 200, 200], 333_33])
}

/** 15 concurrent requests for one purchase, then one after each rejection. */
const manyRequests: Attack = async (app, clients) => {
  const admin = await makeAdmin(app.db)
  const { id, token } = await makeAgent(app.db)
  await giveMoney(app.database, id, 100_00)
  const leadId = await makePurchase(app.database, id)
  const ask = () =>
    clients.call(requestLeadReplacement, { token, body: { leadId, reason: 'Unreachable' } })
  const atOnce = await Promise.all(Array.from({ length: 15 }, ask))
  const reject = async () => {
    const pending = await app.db
      .selectFrom('replacement_requests')
      .select('id')
      .where('status', '=', 'pending')
      .executeTakeFirst()
    const body = { requestId: pending?.id ?? '', action: 'rejected' }
    await clients.call(approveLeadReplacement, { token: admin.token, body })
  }
  await reject()
  const second = await ask()
  await reject()
  const third = await ask()
  return differences(
    [tally(atOnce.map(({ status }) => status)), second.status, third.status],
    [{ 201: 1, 409: 14 }, 201, 409],
  )
}

/** Rejects a request of an agent, who then appeals. */
async function makeAppeal(app: TestApp, clients: HttpClients, { token }: { token: string }) {
  const { agent, leadId, requestId } = await makeAsker(app)
  const decide = (by: { token: string }, id: string, action: 'approved' | 'rejected') =>
    clients.call(approveLeadReplacement, { token: by.token, body: { requestId: id, action } })
  await decide({ token }, requestId, 'rejected')
  const appeal = async () => {
    const body = { leadId, reason: 'Unreachable' }
    return clients.call(requestLeadReplacement, { token: agent.token, body })
  }
  return { requestId, appeal, decide }
}

/**
 * The admin who rejected decides the appeal, first while another admin is active, and then after that admin was
 * suspended.
 */
const ownAppeal: Attack = async (app, clients) => {
  const [admin, other] = [await makeAdmin(app.db), await makeAdmin(app.db)]
  const { appeal, decide } = await makeAppeal(app, clients, admin)
  const { body } = await appeal()
  const id = String((body.data as { _id: string })._id)
  const refused = await decide(admin, id, 'rejected')
  const suspension = { params: { userId: other.id }, query: { status: 'suspended' as const } }
  await app.as(admin).call(suspendUser, suspension)
  const alone = await decide(admin, id, 'rejected')
  return differences([refused.status, alone.status], [409, 200])
}

/** An agent appeals after the deadline for appeals. */
const lateAppeal: Attack = async (app, clients) => {
  const { requestId, appeal } = await makeAppeal(app, clients, await makeAdmin(app.db))
  const ago = sql`interval '15 days'`
  await sql`update replacement_requests set created_at = created_at - ${ago}, decided_at = decided_at - ${ago},
    decide_by = decide_by - ${ago}, appeal_by = appeal_by - ${ago} where id = ${requestId}`.execute(
    app.db,
  )
  return differences((await appeal()).status, 409)
}

/** An agent requests the replacement of another agent's purchase. */
const foreignPurchase: Attack = async (app, clients) => {
  const buyer = await makeAgent(app.db)
  await giveMoney(app.database, buyer.id, 100_00)
  const leadId = await makePurchase(app.database, buyer.id)
  const { token } = await makeAgent(app.db)
  const body = { leadId, reason: 'Unreachable' }
  const { status } = await clients.call(requestLeadReplacement, { token, body })
  return differences(status, 404)
}

/** An approval without an admin, in each way, of a request that is neither proved nor late. */
const unproved: Attack = async (app) => {
  const statuses = []
  for (const how of ['check', 'traveller', 'deadline']) {
    const { requestId } = await makeAsker(app)
    await sql`select decide_replacement(${requestId}, 'approved', null, gen_random_uuid(), ${how})`
      .execute(app.db)
      .catch(() => undefined)
    const { status } = await app.db
      .selectFrom('replacement_requests')
      .select('status')
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    statuses.push(status)
  }
  return differences(statuses, ['pending', 'pending', 'pending'])
}

/** Reads the state of the request without a lock, and waits so that another transaction can run in between. */
const unlockedDecision = [
  {
    of: 'decide_replacement',
    from: 'where id = v_purchase_id for update;',
    to: 'where id = v_purchase_id;',
  },
  {
    of: 'decide_replacement',
    from: 'where id = p_request_id for update;',
    to: 'where id = p_request_id; perform pg_sleep(0.05);',
  },
]
const unlockedRequest = [
  {
    of: 'create_replacement_request',
    from: 'p.user_id = p_user_id for update;',
    to: 'p.user_id = p_user_id; perform pg_sleep(0.05); perform from purchases where lead_id = p_lead_id;',
  },
  // Requests of one agent are also serialised by an advisory lock.
  {
    of: 'create_replacement_request',
    from: 'perform lock_returns',
    to: 'perform concat',
  },
]
const change = (of: string, from: string, to: string) => ({ of, from, to })

const mutations: Mutation[] = [
  { guard: 'the locks of a decision', attack: manyDecisions, changes: unlockedDecision },
  {
    guard: 'the state of the request',
    attack: manyDecisions,
    changes: [change('decide_replacement', "r.status <> 'pending'", 'false')],
  },
  {
    guard: 'the price paid',
    attack: priceRaised,
    changes: [
      change(
        'replacement_refund',
        'then p.cost_paise',
        "then (lead_price('domestic', now(), today_in_india())).price_paise",
      ),
    ],
  },
  {
    guard: 'the return to the wallet',
    attack: priceRaised,
    changes: [change('decide_replacement', "'revenue_leads'", "'revenue_plans'")],
  },
  {
    guard: 'the return of the lead to the plan',
    attack: planLeads,
    changes: [change('decide_replacement', 'leads_used - 1', 'leads_used')],
  },
  {
    guard: 'the return of one lead only',
    attack: planLeads,
    changes: [change('decide_replacement', 'leads_used - 1', 'leads_used - 2')],
  },
  {
    guard: 'the refund of an ended plan',
    attack: planLeads,
    changes: [change('replacement_refund', 'then 0 else s.lead_share_paise', 'then 0 else 0')],
  },
  {
    guard: 'the end of the plan, for the kind of the refund',
    attack: planLeads,
    changes: [change('replacement_refund', "p_at < s.ends_at then 'plan'", "true then 'plan'")],
  },
  {
    guard: 'the end of the plan, for the amount of the refund',
    attack: planLeads,
    changes: [change('replacement_refund', 'p_at < s.ends_at then 0', 'true then 0')],
  },
  {
    guard: 'the share of the plan’s price',
    attack: planLeads,
    changes: [change('replacement_refund', 's.lead_share_paise', 's.price_paise')],
  },
  {
    guard: 'the revenue that a plan’s refund debits',
    attack: planLeads,
    changes: [change('decide_replacement', "'revenue_plans'", "'revenue_leads'")],
  },
  {
    guard: 'no refund for a rejection',
    attack: planLeads,
    changes: [
      change(
        'decide_replacement',
        "if p_action = 'approved' then\n    select f.returned",
        'if true then\n    select f.returned',
      ),
      {
        statement: 'alter table replacement_requests drop constraint replacement_requests_returned',
      },
    ],
  },
  {
    guard: 'the status of the purchase after a decision',
    attack: priceRaised,
    changes: [
      change(
        'decide_replacement',
        'set replacement_status = p_action',
        'set replacement_status = replacement_status',
      ),
    ],
  },
  {
    guard: 'the status of the purchase after a request',
    attack: manyRequests,
    changes: [
      change(
        'create_replacement_request',
        "set replacement_status = 'pending'",
        'set replacement_status = replacement_status',
      ),
    ],
  },
  { guard: 'the lock on the purchase', attack: manyRequests, changes: unlockedRequest },
  {
    guard: 'the lock on the purchase and the one live request',
    attack: manyRequests,
    changes: [...unlockedRequest, { statement: 'drop index replacement_requests_one_live' }],
  },
  {
    guard: 'the state of the purchase',
    attack: manyRequests,
    changes: [
      change(
        'create_replacement_request',
        "v_purchase.replacement_status in ('pending', 'approved')",
        'false',
      ),
      { statement: 'drop index replacement_requests_one_live' },
    ],
  },
  {
    guard: 'the second request as the last',
    attack: manyRequests,
    changes: [change('create_replacement_request', '>= p_max_requests', '< 0')],
  },
  {
    guard: 'the other admin of an appeal',
    attack: ownAppeal,
    changes: [
      change(
        'decide_replacement',
        'v_is_own_rejection and has_other_admin',
        'false and has_other_admin',
      ),
    ],
  },
  {
    guard: 'that only active admins count for an appeal',
    attack: ownAppeal,
    changes: [change('has_other_admin', "status = 'active'", 'true')],
  },
  {
    guard: 'the end of the time to appeal',
    attack: lateAppeal,
    changes: [change('create_replacement_request', 'v_now > appeal_by', 'false')],
  },
  {
    guard: 'the proof of an approval without an admin',
    attack: unproved,
    changes: [change('decide_replacement', 'v_is_allowed is not true', 'false')],
  },
  {
    guard: 'the result of a check or the traveller’s answer',
    attack: unproved,
    changes: [change('decide_replacement', 'p_how = return_proof(r)', 'true')],
  },
  {
    guard: 'the end of the time to decide',
    attack: unproved,
    changes: [change('decide_replacement', 'clock_timestamp() > r.decide_by', 'true')],
  },
  {
    guard: 'the owner of the purchase',
    attack: foreignPurchase,
    changes: [change('create_replacement_request', 'p.user_id = p_user_id', 'true')],
  },
]

describe('with all guards in place, an attack finds no fault', () => {
  it.each([
    manyDecisions,
    priceRaised,
    planLeads,
    manyRequests,
    ownAppeal,
    lateAppeal,
    foreignPurchase,
    unproved,
  ])('%o', async (attack) => {
    expect(await runAttack({ attack, changes: [] })).toEqual([])
  })
})

describe('an attack finds the removal of', () => {
  it.each(mutations)('$guard', async ({ attack, changes }) => {
    expect(await runAttack({ attack, changes })).not.toEqual([])
  })
})
