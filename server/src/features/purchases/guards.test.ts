import { decideKyc } from '@raahi/contract/kyc'
import { changePriceAgeing } from '@raahi/contract/price-ageing'
import { buyLead } from '@raahi/contract/purchases'
import { changeSettings } from '@raahi/contract/settings'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Attack, differences, type Mutation, runAttack } from '../../testing/attacks.ts'
import { tally } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeAgents,
  makeLead,
  makeLeads,
  makeMember,
  makePlan,
} from '../../testing/factories.ts'
import { connectClients, type HttpCall, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { countWaiting, untilPurchaseWaits } from '../../testing/until-waiting.ts'

// Tests of the guards. Each attack returns the faults that it finds: none in the product, and at least one after the
// named guard is removed from the database.

/** Sends the purchases alternately to two products, because one product could run all of them serially in one batch. */
async function buyAtTwoProducts(app: TestApp, clients: HttpClients, calls: HttpCall[]) {
  const other = await app.another()
  const otherClients = await connectClients(other)
  try {
    return await Promise.all(
      calls.map((call, at) => (at % 2 === 0 ? clients : otherClients).call(buyLead, call)),
    )
  } finally {
    otherClients.close()
    await other.close()
  }
}

/** 30 agents buy one lead: one succeeds, the others get 409. */
const manyForOneLead: Attack = async (app, clients) => {
  const agents = await makeAgents(app.db, 30)
  await Promise.all(agents.map(({ id }) => giveMoney(app.database, id, 10_000)))
  const leadId = await makeLead(app.db)
  const calls = agents.map(({ token }) => ({ token, body: { leadId } }))
  const answers = await buyAtTwoProducts(app, clients, calls)
  return differences(tally(answers.map(({ status }) => status)), { 200: 1, 409: 29 })
}

/** A wallet with money for two leads, and 20 concurrent purchases. */
const oneWalletForMany: Attack = async (app, clients) => {
  const { id, token } = await makeAgent(app.db)
  await giveMoney(app.database, id, 10_000)
  const leads = await makeLeads(app.db, 20)
  const answers = await Promise.all(
    leads.map((leadId) => clients.call(buyLead, { token, body: { leadId } })),
  )
  return differences(tally(answers.map(({ status }) => status)), { 200: 2, 402: 18 })
}

/** 10 concurrent requests with one idempotency key. */
const oneIntentManyTimes: Attack = async (app, clients) => {
  const { id, token } = await makeAgent(app.db)
  await giveMoney(app.database, id, 50_000)
  const leadId = await makeLead(app.db)
  const calls = Array.from({ length: 10 }, () => ({ token, body: { leadId }, key: 'k' }))
  const answers = await buyAtTwoProducts(app, clients, calls)
  return differences(tally(answers.map(({ status }) => status)), { 200: 10 })
}

/** A purchase that was confirmed at an outdated price. */
const stalePrice: Attack = async (app, clients) => {
  const { id, token } = await makeAgent(app.db)
  await giveMoney(app.database, id, 50_000)
  const body = { leadId: await makeLead(app.db), expectedCost: 40 }
  const answer = await clients.call(buyLead, { token, body })
  return differences(answer.body.code, 'LEAD_PRICE_CHANGED')
}

/** A purchase that was authenticated just before its agent was suspended. */
const suspendedMeanwhile: Attack = async (app) => {
  const { id } = await makeAgent(app.db, { status: 'suspended' })
  await app.db.updateTable('sessions').set({ ended_at: new Date() }).execute()
  await giveMoney(app.database, id, 50_000)
  const leadId = await makeLead(app.db)
  const bought = await sql`
    select * from buy_lead(gen_random_uuid(), gen_random_uuid(), ${id}, ${leadId}, null, null, null, null, null, null)
  `
    .execute(app.db)
    .then(
      () => 'bought',
      (error: Error) => error.message,
    )
  return differences(bought, 'UNAUTHENTICATED')
}

/** Purchases that were authenticated just before the member was suspended, became a caller, or was of another agency. */
const memberMeanwhile: Attack = async (app) => {
  const owner = await makeAgent(app.db)
  await giveMoney(app.database, owner.id, 50_000)
  const member = (fields: Parameters<typeof makeMember>[2]) => makeMember(app.db, owner, fields)
  const buyers = {
    suspended: await member({ agent_role: 'buyer', member_suspended_at: new Date() }),
    caller: await member({ agent_role: 'caller' }),
    foreign: await makeAgent(app.db),
  }
  const found: Record<string, string> = {}
  for (const [name, { id }] of Object.entries(buyers)) {
    const leadId = await makeLead(app.db)
    found[name] = await sql`
      select * from buy_lead(gen_random_uuid(), gen_random_uuid(), ${owner.id}, ${leadId}, null, null, null, null, null, null,
        ${id})`
      .execute(app.db)
      .then(
        () => 'bought',
        (error: Error) => error.message,
      )
  }
  const refused = 'UNAUTHENTICATED'
  return differences(found, { suspended: refused, caller: refused, foreign: refused })
}

/** A buyer whose limit is one lead makes 20 concurrent purchases, half of them with a plan. */
const beyondDailyLimit: Attack = async (app, clients) => {
  const owner = await makeAgent(app.db)
  await giveMoney(app.database, owner.id, 200_000)
  await givePlan(app.database, owner.id, await makePlan(app.db, { lead_quota: 100 }))
  const { token } = await makeMember(app.db, owner, {
    agent_role: 'buyer',
    daily_limit_paise: 5_000,
  })
  await setLeadPrice(app.db, 'international', 5000)
  const ofPlan = await makeLeads(app.db, 10)
  const ofWallet = await makeLeads(app.db, 10, { lead_type: 'international' })
  const calls = ofPlan
    .flatMap((leadId, at) => [leadId, ofWallet[at]])
    .map((leadId) => ({ token, body: { leadId } }))
  const answers = await buyAtTwoProducts(app, clients, calls)
  return differences(tally(answers.map(({ status }) => status)), { 200: 1, 409: 19 })
}

/** A purchase of a member without a limit that waits while the owner sets one. */
const limitMeanwhile: Attack = async (app, clients) => {
  const owner = await makeAgent(app.db)
  await giveMoney(app.database, owner.id, 50_000)
  const { id, token } = await makeMember(app.db, owner, { agent_role: 'buyer' })
  const leadId = await makeLead(app.db)
  const { buying } = await app.db.transaction().execute(async (tx) => {
    // The locks of a change of a member.
    await sql`select from users where id = ${owner.id} for no key update`.execute(tx)
    await sql`select from accounts where id = ${owner.id} for update`.execute(tx)
    const waiting = clients.call(buyLead, { token, body: { leadId } })
    await untilPurchaseWaits(app.database)
    await tx.updateTable('users').set({ daily_limit_paise: 100 }).where('id', '=', id).execute()
    return { buying: waiting }
  })
  return differences((await buying).body.code, 'DAILY_LIMIT_REACHED')
}

/** Whether a change is completed while an earlier purchase still waits for the lock of its wallet. */
async function overtakes(
  app: TestApp,
  buyer: MadeUser,
  buy: () => Promise<unknown>,
  change: () => Promise<unknown>,
): Promise<boolean> {
  const blocker = await app.database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from accounts where id = $1 for update', [buyer.id])
    const buying = buy()
    await untilPurchaseWaits(app.database)
    let isChanged = false
    const changing = change().then(() => {
      isChanged = true
    })
    await expect
      .poll(async () => isChanged || (await countWaiting(app.database)) === 2, {
        timeout: 20_000,
        interval: 20,
      })
      .toBe(true)
    const isEarlier = isChanged
    await blocker.query('commit')
    await Promise.all([buying, changing])
    return isEarlier
  } finally {
    blocker.release(true)
  }
}

/**
 * Purchases with and without an approved KYC, while an admin requires a KYC for purchases, and while an approval is
 * withdrawn.
 */
const withoutKyc: Attack = async (app, clients) => {
  const admin = await makeAdmin(app.db)
  const [unknown, approved] = [await makeAgent(app.db), await makeAgent(app.db)]
  for (const { id } of [unknown, approved]) await giveMoney(app.database, id, 50_000)
  await sql`update users set kyc_status = 'approved', kyc_submitted_at = now(), kyc_decided_at = now(),
    kyc_decided_by = ${admin.id} where id = ${approved.id}`.execute(app.db)
  const buy = async ({ token }: MadeUser) =>
    clients.call(buyLead, { token, body: { leadId: await makeLead(app.db) } })

  const { token } = admin
  const switched = await overtakes(
    app,
    unknown,
    () => buy(unknown),
    () => clients.call(changeSettings, { token, body: { version: 0, buyingNeedsKyc: true } }),
  )
  const statuses = [(await buy(unknown)).status, (await buy(approved)).status]
  const withdrawn = await overtakes(
    app,
    approved,
    () => buy(approved),
    () =>
      clients.call(decideKyc, {
        token,
        params: { userId: approved.id },
        body: { version: 1, action: 'reject', reason: 'expired' },
      }),
  )
  return differences(
    { switched, statuses, withdrawn, last: (await buy(approved)).status },
    { switched: false, statuses: [403, 200], withdrawn: false, last: 403 },
  )
}

/** A change of the prices by age while a purchase at the earlier price waits for the lock of its wallet. */
const earlierPrice: Attack = async (app, clients) => {
  const [buyer, admin] = [await makeAgent(app.db), await makeAdmin(app.db)]
  await giveMoney(app.database, buyer.id, 50_000)
  const [leadId, later] = await makeLeads(app.db, 2, { created_at: new Date('2020-01-01') })
  const buy = (id = '') =>
    clients.call(buyLead, { token: buyer.token, body: { leadId: id, expectedCost: 50 } })
  const rule = { domestic: [{ afterDays: 1, percent: 20 }], international: [] }
  const changed = await overtakes(
    app,
    buyer,
    () => buy(leadId),
    () => clients.call(changePriceAgeing, { token: admin.token, body: { version: 1, ...rule } }),
  )
  const { code } = (await buy(later)).body
  return differences({ changed, code }, { changed: false, code: 'LEAD_PRICE_CHANGED' })
}

/** Reads the state of the lead without locking it, and then sleeps, so that other purchases can interleave. */
const unlockedLead = {
  of: 'buy_lead',
  from: 'deleted_at is null for update;',
  // Only the purchase that finds the lead for sale sleeps. Longer sleeps would keep the batches from overlapping.
  to: `deleted_at is null; if l.status = 'buy' then perform pg_sleep(0.05); end if;
    perform from leads where id = p_lead_id;`,
}

const unlockedAgency = {
  of: 'buy_lead',
  from: "where id = p_user_id and role = 'user' for no key update;",
  to: "where id = p_user_id and role = 'user';",
}

const mutations: Mutation[] = [
  {
    guard: 'the lock on the lead',
    attack: manyForOneLead,
    changes: [unlockedLead],
  },
  {
    guard: 'the lock on the lead and the one purchase of a lead',
    attack: manyForOneLead,
    changes: [
      unlockedLead,
      { statement: 'alter table purchases drop constraint purchases_lead_id_key' },
    ],
  },
  {
    guard: 'the state of the lead',
    attack: manyForOneLead,
    changes: [{ of: 'buy_lead', from: "l.status <> 'buy'", to: 'false' }],
  },
  {
    guard: 'the guarded debit',
    attack: oneWalletForMany,
    changes: [{ of: 'post_transfer', from: 'and balance_paise >= p_amount_paise', to: '' }],
  },
  {
    guard: 'the guarded debit and the constraint behind it',
    attack: oneWalletForMany,
    changes: [
      { of: 'post_transfer', from: 'and balance_paise >= p_amount_paise', to: '' },
      { statement: 'alter table accounts drop constraint accounts_balance_not_negative' },
    ],
  },
  {
    guard: 'the debit itself',
    attack: oneWalletForMany,
    changes: [{ of: 'post_transfer', from: 'balance_paise - p_amount_paise', to: 'balance_paise' }],
  },
  {
    guard: 'the balance of an entry',
    attack: manyForOneLead,
    changes: [
      { of: 'post_transfer', from: 'p_to, p_amount_paise, to_balance', to: 'p_to, 0, to_balance' },
    ],
  },
  {
    guard: 'the lock on an idempotency key',
    attack: oneIntentManyTimes,
    changes: [
      {
        of: 'claim_idempotency_key',
        from: 'perform pg_advisory_xact_lock',
        to: 'perform hashtext(p_key), abs',
      },
      {
        of: 'claim_idempotency_key',
        from: 'if not found then',
        to: 'if not found then perform pg_sleep(0.05);',
      },
    ],
  },
  {
    guard: 'the stored response of an idempotency key',
    attack: oneIntentManyTimes,
    changes: [{ of: 'claim_idempotency_key', from: 'return kept.answer', to: 'return null' }],
  },
  {
    guard: 'the confirmed price',
    attack: stalePrice,
    changes: [
      { of: 'buy_lead', from: 'v_price.price_paise <> p_expected_cost_paise', to: 'false' },
    ],
  },
  {
    guard: 'the status of the buyer',
    attack: suspendedMeanwhile,
    changes: [
      { of: 'buy_lead', from: "and status = 'active'", to: '' },
      { of: 'buy_lead', from: "or v_agency.status <> 'active'", to: '' },
    ],
  },
  {
    guard: 'the suspension of a member',
    attack: memberMeanwhile,
    changes: [{ of: 'buy_lead', from: 'and member_suspended_at is null', to: '' }],
  },
  {
    guard: 'the role of a member',
    attack: memberMeanwhile,
    changes: [{ of: 'buy_lead', from: "and agent_role <> 'caller'", to: '' }],
  },
  {
    guard: 'the agency of a member',
    attack: memberMeanwhile,
    changes: [{ of: 'buy_lead', from: 'and agency_id = p_user_id', to: '' }],
  },
  {
    guard: 'the daily limit',
    attack: beyondDailyLimit,
    changes: [{ of: 'buy_lead', from: 'if v_limit is not null', to: 'if false' }],
  },
  {
    guard: 'the lock that a new daily limit waits for',
    attack: limitMeanwhile,
    changes: [unlockedAgency],
  },
  {
    guard: 'the lock behind the daily limit',
    attack: beyondDailyLimit,
    changes: [
      unlockedAgency,
      // The purchases by plan and from the wallet wait for different locks, so one of each reads the sum before the other.
      {
        of: 'buy_lead',
        from: "update leads set status = 'sold'",
        to: "perform pg_sleep(0.5); update leads set status = 'sold'",
      },
    ],
  },
  {
    guard: 'the approved KYC',
    attack: withoutKyc,
    changes: [{ of: 'buy_lead', from: "v_agency.kyc_status <> 'approved'", to: 'false' }],
  },
  {
    guard: 'the lock that a change of the settings waits for',
    attack: withoutKyc,
    changes: [{ of: 'buy_lead', from: 'perform pg_advisory_xact_lock_shared(55, 0);', to: '' }],
  },
  {
    guard: 'the lock that a change of the prices by age waits for',
    attack: earlierPrice,
    changes: [{ of: 'buy_lead', from: 'perform pg_advisory_xact_lock_shared(55, 0);', to: '' }],
  },
  {
    guard: 'the lock that a decision on the KYC waits for',
    attack: withoutKyc,
    changes: [unlockedAgency],
  },
]

describe('with all guards in place, the attack finds no fault', () => {
  it.each([
    manyForOneLead,
    oneWalletForMany,
    oneIntentManyTimes,
    stalePrice,
    suspendedMeanwhile,
    memberMeanwhile,
    beyondDailyLimit,
    limitMeanwhile,
    withoutKyc,
    earlierPrice,
  ])('%o', async (attack) => {
    expect(await runAttack({ attack, changes: [] })).toEqual([])
  })
})

describe('an attack finds the removal of', () => {
  it.each(mutations)('$guard', async ({ attack, changes }) => {
    expect(await runAttack({ attack, changes })).not.toEqual([])
  })
})
