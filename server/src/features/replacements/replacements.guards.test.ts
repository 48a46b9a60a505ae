import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setLeadPrice } from '../../demo/insert-records.ts'
import { type Attack, attacked, differences, type Mutation } from '../../testing/attacks.ts'
import { tally } from '../../testing/expect-invariants.ts'
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
import type { TestApp } from '../../testing/test-app.ts'

// As in purchases/guards.test.ts: each attack finds nothing as the product is, something once a guard is gone.

async function makeAsker(app: TestApp) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_00)
  const leadId = await makePurchase(app.database, agent.id)
  return { agent, leadId, requestId: await makeRequest(app.database, agent.id, leadId) }
}

/** 20 decisions at once, half of them to approve. */
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

/** The price goes up between the purchase and the approval of its replacement. */
const priceRaised: Attack = async (app, clients) => {
  const { token } = await makeAdmin(app.db)
  const { requestId } = await makeAsker(app)
  await setLeadPrice(app.db, 'domestic', 9000)
  const body = { requestId, action: 'approved' }
  const { status } = await clients.call(approveLeadReplacement, { token, body })
  return differences(status, 200)
}

/** One lead of a running plan and one of a plan that has ended are replaced, and one request is turned down. */
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
  return differences(statuses, [200, 200, 200])
}

/** 15 requests at once for one purchase, then one after each rejection. */
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

/** An agent asks for the replacement of what another has bought. */
const foreignPurchase: Attack = async (app, clients) => {
  const buyer = await makeAgent(app.db)
  await giveMoney(app.database, buyer.id, 100_00)
  const leadId = await makePurchase(app.database, buyer.id)
  const { token } = await makeAgent(app.db)
  const body = { leadId, reason: 'Unreachable' }
  const { status } = await clients.call(requestLeadReplacement, { token, body })
  return differences(status, 404)
}

/** Reads the state of the request without any lock, and leaves others time to come between. */
const unlockedDecision = [
  {
    of: 'decide_replacement',
    from: 'where purchases.id = v_purchase_id for update of purchases;',
    to: 'where purchases.id = v_purchase_id;',
  },
  {
    of: 'decide_replacement',
    from: 'where id = p_request_id for update;',
    to: 'where id = p_request_id; perform pg_sleep(0.05);',
  },
]
const unlockedRequest = {
  of: 'create_replacement_request',
  from: 'p.user_id = p_user_id for update;',
  to: 'p.user_id = p_user_id; perform pg_sleep(0.05); perform from purchases where lead_id = p_lead_id;',
}
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
        'decide_replacement',
        'v_refund := p.cost_paise',
        "v_refund := lead_price_paise('domestic')",
      ),
    ],
  },
  {
    guard: 'the return to the wallet',
    attack: priceRaised,
    changes: [change('decide_replacement', '000000000001', '000000000002')],
  },
  {
    guard: 'the lead that goes back to the plan',
    attack: planLeads,
    changes: [change('decide_replacement', 'leads_used - 1', 'leads_used')],
  },
  {
    guard: 'the one lead that goes back to the plan',
    attack: planLeads,
    changes: [change('decide_replacement', 'leads_used - 1', 'leads_used - 2')],
  },
  {
    guard: 'the end of the plan',
    attack: planLeads,
    changes: [change('decide_replacement', 'v_at < s.ends_at', 'true')],
  },
  {
    guard: 'the share of the plan’s price',
    attack: planLeads,
    changes: [change('decide_replacement', 's.lead_share_paise', 's.price_paise')],
  },
  {
    guard: 'the revenue that a plan’s refund comes from',
    attack: planLeads,
    changes: [change('decide_replacement', '000000000002', '000000000001')],
  },
  {
    guard: 'nothing returned for a rejection',
    attack: planLeads,
    changes: [
      change('decide_replacement', "elsif p_action = 'approved' then", 'else'),
      { statement: 'alter table replacement_requests drop constraint replacement_requests_check2' },
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
  { guard: 'the lock on the purchase', attack: manyRequests, changes: [unlockedRequest] },
  {
    guard: 'the lock on the purchase and the one live request',
    attack: manyRequests,
    changes: [unlockedRequest, { statement: 'drop index replacement_requests_one_live' }],
  },
  {
    guard: 'the state of the purchase',
    attack: manyRequests,
    changes: [
      change('create_replacement_request', "v_status in ('pending', 'approved')", 'false'),
      { statement: 'drop index replacement_requests_one_live' },
    ],
  },
  {
    guard: 'the second request as the last',
    attack: manyRequests,
    changes: [change('create_replacement_request', '>= p_max_requests', '< 0')],
  },
  {
    guard: 'the buyer as the one who asks',
    attack: foreignPurchase,
    changes: [change('create_replacement_request', 'p.user_id = p_user_id', 'true')],
  },
]

describe('with every guard in place, the attack finds nothing', () => {
  it.each([manyDecisions, priceRaised, planLeads, manyRequests, foreignPurchase])(
    '%o',
    async (attack) => {
      expect(await attacked({ attack, changes: [] })).toEqual([])
    },
  )
})

describe('the attack notices when it is taken out', () => {
  it.each(mutations)('$guard', async ({ attack, changes }) => {
    expect(await attacked({ attack, changes })).not.toEqual([])
  })
})
