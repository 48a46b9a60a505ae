import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTransactions } from '../features/transactions/list-transactions.ts'
import {
  describeTransaction,
  entryReferenceColumns,
  entryReferenceJoins,
  type TransactionReferences,
} from '../features/transactions/transaction-description.ts'
import { walletStatement } from '../features/transactions/wallet-statement.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createEarlierDatabase, type TestDatabase } from '../testing/test-database.ts'
import { untilWaiting } from '../testing/until-waiting.ts'
import { checkInvariants } from './check-invariants.ts'

// Fills a database through the functions of release 32 and upgrades it. Data that users own must not change.

const admin = '00000000-0000-7000-8000-00000000000a'
const agent = '00000000-0000-7000-8000-000000000001'
const plans = {
  running: '20000000-0000-7000-8000-000000000001',
  ended: '20000000-0000-7000-8000-000000000002',
}
const leadId = (n: number) => `10000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const requestId = (n: number) => `30000000-0000-7000-8000-${String(n).padStart(12, '0')}`
/** The reasons of the requests, by lead, and their parts. */
const reasons = [
  { sent: 'Wrong number', kind: 'wrong-number', code: 'wrong-number', text: '' },
  {
    sent: 'Unreachable: rings out \n for days',
    kind: 'unreachable',
    code: 'unreachable',
    text: 'rings out \n for days',
  },
  { sent: 'Other:no answer', kind: 'other', code: 'other', text: 'no answer' },
  { sent: 'The phone is off.', kind: 'other', code: null, text: 'The phone is off.' },
  {
    sent: 'Duplicate lead: duplicate: yes',
    kind: 'duplicate',
    code: 'duplicate',
    text: 'duplicate: yes',
  },
]

let own: TestDatabase
let before: unknown

beforeAll(async () => {
  own = await createEarlierDatabase('0032')
  await fill()
  before = await read()
  await migrate(own.connectionString)
})
afterAll(() => own.drop())

const run = (text: string, ...values: unknown[]) => own.database.pool.query(text, values)

/** Writes the entries of the audit log that the use cases of recharges and of plans write. */
const recordSales = `
  insert into audit_log (actor_role, action, subject_type, subject_id, after)
  select 'console', 'wallet.recharge', 'wallet', user_id, jsonb_build_object('entryId', id, 'amountPaise', amount_paise)
    from journal_entries where method = 'recharge_by_admin' and id::text not in (select after ->> 'entryId' from audit_log where after ? 'entryId')
  union all
  select 'console', 'plan.assign', 'subscription', id, jsonb_build_object('userId', user_id, 'price_paise', price_paise,
      'type', type, 'validity_days', validity_days, 'lead_quota', lead_quota)
    from subscriptions where cause = 'cash' and id not in (select subject_id from audit_log where action = 'plan.assign')`

/**
 * Five purchases, three from the wallet and one from each of two plans, each with a replacement request. A top-up that was
 * paid twice, a plan that was paid online, and a failed payment.
 */
async function fill(): Promise<void> {
  await run(`
    insert into users (id, name, email, phone, password_hash, company_name, role)
      values ('${admin}', 'Admin', 'admin@old.example', null, 'x', 'Raahi', 'admin'),
        ('${agent}', 'Asha', 'asha@old.example', '+919876500001', 'x', 'Asha Travels', 'user');
    insert into accounts (id, kind, user_id, balance_paise) values ('${agent}', 'wallet', '${agent}', 0);
    insert into lead_costs (id, type, price_paise) values (gen_random_uuid(), 'both', 15000);
    select post_transfer(gen_random_uuid(), '00000000-0000-0000-0000-000000000004', '${agent}', 100000,
      'recharge_by_admin', 'captured', '${agent}', 'Wallet recharge')`)
  await run(`
    insert into leads (id, name, phone, email, city, destination, trip_type, lead_type)
      select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Traveller ' || n, '+91987650010' || n,
        n || '@t.example', 'Pune', 'Goa', 'Family', 'domestic' from generate_series(1, 9) n`)
  for (const n of [1, 2, 3]) await buy(n, 'wallet')
  await sellPlan(plans.running, 'Running')
  await buy(4, 'plan')
  await run(`update subscriptions set lead_quota = 1 where id = $1`, plans.running)
  await sellPlan(plans.ended, 'Ended')
  await buy(5, 'plan')
  await run(`update subscriptions set lead_quota = 3 where id = $1`, plans.running)
  for (const [index, { sent, kind }] of reasons.entries()) {
    await run(
      `select request_replacement($1, $2, $3, $4, $5, 2)`,
      requestId(index + 1),
      agent,
      leadId(index + 1),
      sent,
      kind,
    )
  }
  await run(
    `update subscriptions set started_at = started_at - interval '31 days',
    ends_at = ends_at - interval '31 days' where id = $1`,
    plans.ended,
  )
  await run(
    `update purchases set created_at = created_at - interval '31 days' where subscription_id = $1`,
    plans.ended,
  )
  await run(recordSales)
  for (const [n, action] of [
    [1, 'approved'],
    [2, 'rejected'],
    [4, 'approved'],
    [5, 'approved'],
  ]) {
    await run(
      `select decide_replacement($1, $2, $3, gen_random_uuid())`,
      requestId(Number(n)),
      action,
      admin,
    )
  }
  await payTopUpTwice()
  await sellPlan('20000000-0000-7000-8000-000000000004', 'Online', 'Online')
  await run(`
    insert into orders (id, user_id, kind, plan_id, plan_name, plan_type, validity_days, lead_quota, amount_paise, status, paid_at)
      select id, user_id, 'plan', plan_id, plan_name, type, validity_days, lead_quota, price_paise, 'paid', now()
      from subscriptions where plan_name = 'Online';
    insert into payments (id, gateway_payment_id, user_id, plan_name, amount_paise, status, entry_id, order_id)
      select gen_random_uuid(), 'pay_plan', user_id, plan_name, price_paise, 'captured', entry_id, id
      from subscriptions where plan_name = 'Online';
    insert into payments (id, gateway_payment_id, user_id, plan_name, amount_paise, status) values
      (gen_random_uuid(), 'pay_failed', '${agent}', 'Online', 100000, 'failed'),
      (gen_random_uuid(), 'pay_failed_top_up', '${agent}', null, 50000, 'failed')`)
}

/** A top-up, and a second payment of its order, which is refunded. */
async function payTopUpTwice(): Promise<void> {
  const account = (n: number) => `00000000-0000-0000-0000-00000000000${n}`
  const post = async (from: string, to: string, description: string): Promise<string> => {
    const { rows } = await run(
      `with entry as (select gen_random_uuid() as id)
       select id, post_transfer(id, $1, $2, 50000, 'Online', 'captured', $3, $4) from entry`,
      from,
      to,
      agent,
      description,
    )
    return rows[0].id
  }
  const orderId = '60000000-0000-7000-8000-000000000000'
  await run(
    `insert into orders (id, user_id, kind, amount_paise, status, paid_at)
     values ($1, $2, 'wallet', 50000, 'paid', now())`,
    orderId,
    agent,
  )
  const insertPayment = (id: string, entryId: string, isSecond: boolean) =>
    run(
      `insert into payments (id, gateway_payment_id, user_id, amount_paise, status, entry_id, surplus, order_id)
       values ($1::uuid, 'pay_' || $1::text, $2, 50000, $3, $4, $5, $6)`,
      id,
      agent,
      isSecond ? 'lead_refund' : 'captured',
      entryId,
      isSecond,
      orderId,
    )
  const [first, second] = ['4', '5'].map((n) => `${n}0000000-0000-7000-8000-000000000000`)
  await insertPayment(`${first}`, await post(account(3), agent, 'Wallet top-up'), false)
  const received = await post(account(3), account(6), 'Second payment of one order')
  await insertPayment(`${second}`, received, true)
  const returned = await post(account(6), account(3), 'Refund of second payment')
  await run(
    `insert into refunds (id, payment_id, amount_paise, status, gateway_refund_id, entry_id, processed_at)
     values (gen_random_uuid(), $1, 50000, 'processed', 'rfnd_1', $2, now())`,
    second,
    returned,
  )
}

async function sellPlan(id: string, name: string, method = 'cash'): Promise<void> {
  await run(
    `
    with plan as (
      insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
        values (gen_random_uuid(), $2, $2, 100000, 'Old', 30, 'both', 3) returning id
    ), entry as (select gen_random_uuid() as id), paid as (
      select entry.id, post_transfer(entry.id, $5,
        '00000000-0000-0000-0000-000000000002', 100000, $4, 'captured', $3, 'Plan ' || $2) from entry
    )
    insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days, lead_quota,
        cause, entry_id, started_at, ends_at)
      select $1, $3, plan.id, $2, 100000, 'both', 30, 3, case $4 when 'cash' then 'cash' else 'payment' end, paid.id,
        now(), now() + interval '30 days'
      from plan, paid`,
    id,
    name,
    agent,
    method,
    `00000000-0000-0000-0000-00000000000${method === 'cash' ? 4 : 3}`,
  )
}

const buy = (n: number, payWith: string) =>
  run(
    `select * from buy_lead(gen_random_uuid(), gen_random_uuid(), $1, $2, 15000, $3, null, null, null, null)`,
    agent,
    leadId(n),
    payWith,
  )

/** Data that users own, in columns that every release has. */
async function read() {
  const rows = async (text: string) => (await run(text)).rows
  return {
    balances: await rows('select id, balance_paise from accounts order by id'),
    entries: await rows(
      'select id, number, method, status, amount_paise, description from journal_entries order by number',
    ),
    postings: await rows('select * from postings order by 1, 2'),
    // A purchase from the wallet gets the time of its entry, some microseconds earlier.
    purchases: await rows(
      `select id, lead_id, cost_paise, paid_with, replacement_status, case paid_with when 'plan' then created_at end as at
       from purchases order by id`,
    ),
    plans: await rows(
      'select id, price_paise, lead_quota, leads_used, ends_at from subscriptions order by id',
    ),
    requests: await rows(
      'select id, reason, status, returned, entry_id, created_at, decided_at from replacement_requests order by id',
    ),
  }
}

describe('a database of release 32 after the upgrade', () => {
  it('keeps every balance, entry, purchase, plan and request', async () => {
    expect(await read()).toEqual(before)
    expect(await checkInvariants(own.database)).toEqual([])
  })

  it('describes each entry and payment as it was stored', async () => {
    const { rows } = await sql<TransactionReferences & { description: string }>`
      select ${entryReferenceColumns}, e.description from journal_entries e ${entryReferenceJoins}
      order by e.number`.execute(own.database.kysely)
    expect(rows.map(describeTransaction)).toEqual(rows.map(({ description }) => description))
    expect([...new Set(rows.map(({ description }) => description))]).toEqual([
      'Wallet recharge',
      'Lead LD-000001',
      'Lead LD-000002',
      'Lead LD-000003',
      'Plan Running',
      'Plan Ended',
      'Refund of lead LD-000001',
      'Refund of lead LD-000005, plan Ended',
      'Wallet top-up',
      'Second payment of one order',
      'Refund of second payment',
      'Plan Online',
    ])
    const listed = await listTransactions(own.database, { page: 1, limit: 50, method: 'Online' })
    expect(listed.docs.map(({ description }) => description)).toEqual([
      'Wallet top-up',
      'Plan Online',
      'Plan Online',
      'Second payment of one order',
      'Wallet top-up',
    ])
  })

  it('stores no description of a new entry, and servers of the previous release can still read and write entries', async () => {
    await buy(8, 'wallet')
    await run(`select post_transfer(gen_random_uuid(), '00000000-0000-0000-0000-000000000004', '${agent}', 1500,
      'recharge_by_admin', 'captured', '${agent}', 'Wallet recharge')`)
    const { docs } = await walletStatement(own.database, agent, { page: 1, limit: 2 })
    expect(docs.map(({ description }) => description)).toEqual([
      'Wallet recharge',
      'Lead LD-000008',
    ])
    // The previous release rejects null.
    const { rows } = await run(
      'select description from journal_entries order by number desc limit 2',
    )
    expect(rows).toEqual([{ description: '' }, { description: '' }])
  })

  it('stores the parts of each reason separately', async () => {
    const { rows } = await run(
      'select reason_code as code, reason_text as text from replacement_requests order by id',
    )
    expect(rows).toEqual(reasons.map(({ code, text }) => ({ code, text })))
  })

  it('stores the amounts of each decision', async () => {
    const rows = async (text: string) => (await run(text)).rows
    expect(await rows('select price_paise, rule_version from purchases')).toEqual(
      Array(6).fill({ price_paise: 15000, rule_version: 1 }),
    )
    expect(await rows('select lead_share_paise, rule_version from subscriptions')).toEqual(
      Array(3).fill({ lead_share_paise: 33333, rule_version: 1 }),
    )
    const decided = await rows(
      'select refund_paise, rule_version from replacement_requests order by id',
    )
    const none = { refund_paise: null, rule_version: null }
    const refund = (paise: number) => ({ refund_paise: paise, rule_version: 1 })
    expect(decided).toEqual([refund(15000), none, none, refund(0), refund(33333)])
  })

  it('applies no later rule to earlier grants', async () => {
    await buy(9, 'plan')
    await run(`update subscriptions set ends_at = now() where id = $1`, plans.running)
    await run(
      `with moved as (update purchases set created_at = created_at - interval '1 second' where lead_id = $1
        returning lead_id, created_at)
       update leads l set sold_at = moved.created_at from moved where moved.lead_id = l.id`,
      leadId(9),
    )
    await run(
      `update subscriptions set started_at = started_at - interval '1 day' where id = $1`,
      plans.running,
    )
    await run(`create or replace function plan_lead_share_paise(p_price_paise bigint, p_lead_quota integer)
      returns bigint language sql immutable as 'select p_price_paise / p_lead_quota / 2'`)
    await run(
      `select create_replacement_request($1, $2, $3, 'other', 'x', 2)`,
      requestId(9),
      agent,
      leadId(9),
    )
    await run(
      `select decide_replacement($1, 'approved', $2, gen_random_uuid())`,
      requestId(9),
      admin,
    )
    const { rows } = await run(
      `select r.refund_paise, e.amount_paise from replacement_requests r
       join journal_entries e on e.id = r.entry_id where r.id = $1`,
      requestId(9),
    )
    expect(rows).toEqual([{ refund_paise: 33333, amount_paise: 33333 }])
    await sellPlan('20000000-0000-7000-8000-000000000003', 'Later')
    const later = await run(`select lead_share_paise from subscriptions where plan_name = 'Later'`)
    expect(later.rows).toEqual([{ lead_share_paise: 16666 }])
    await run(recordSales)
    // The invariant has the present rule only: a later one gets a version.
    expect(await checkInvariants(own.database)).toMatchObject([
      {
        invariant: 'a lead of a subscription is worth the price of the plan divided by its leads',
        rows: [{ lead_share_paise: 16666 }],
      },
    ])
  })

  it('accepts requests from servers of both releases, which both can read', async () => {
    await buy(6, 'wallet')
    await buy(7, 'wallet')
    await run(
      `select request_replacement($1, $2, $3, 'Not travelling: no plans', 'not-travelling', 2)`,
      requestId(6),
      agent,
      leadId(6),
    )
    await run(
      `select create_replacement_request($1, $2, $3, 'not-travelling', 'no plans', 2)`,
      requestId(7),
      agent,
      leadId(7),
    )
    const { rows } = await run(
      'select reason, reason_kind, reason_code, reason_text from replacement_requests where id = any($1)',
      [requestId(6), requestId(7)],
    )
    const same = {
      reason: 'Not travelling: no plans',
      reason_kind: 'not-travelling',
      reason_code: 'not-travelling',
      reason_text: 'no plans',
    }
    expect(rows).toEqual([same, same])
  })
})

it('an upgrade does not deadlock with transactions that lock leads and purchases', async () => {
  const earlier = await createEarlierDatabase('0043')
  const purchase = await earlier.database.pool.connect()
  try {
    // The locks of `select … for update`, and below those of the updates that follow.
    await purchase.query('begin; lock table leads, purchases in row share mode')
    const upgrading = migrate(earlier.connectionString)
    await untilWaiting(earlier.database, 1)
    const { rows } = await purchase.query(`
      select waits.relation::regclass::text as relation, held.mode from pg_locks waits
      left join pg_locks held on held.granted and (held.pid, held.relation) = (waits.pid, waits.relation)
      where not waits.granted
        and waits.database = (select oid from pg_database where datname = current_database())`)
    expect(rows).toEqual([{ relation: 'purchases', mode: null }])
    await purchase.query('lock table leads, purchases in row exclusive mode; commit')
    await upgrading
  } finally {
    purchase.release(true)
    await earlier.drop()
  }
})
