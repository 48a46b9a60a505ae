import { createOrderPlan, verifyPayment } from '@raahi/contract/payments'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Attack, differences, type Mutation, runAttack } from '../../testing/attacks.ts'
import { tally } from '../../testing/expect-invariants.ts'
import { makeAgent, makePlan } from '../../testing/factories.ts'
import { openGateway } from '../../testing/gateway.ts'
import type { HttpClients } from '../../testing/http-clients.ts'
import { grantedOnce, readOrderRecords } from '../../testing/paying-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

// As in purchases/guards.test.ts: each attack fails with all guards in place, and succeeds once a guard is removed.

async function orderPlan(app: TestApp, clients: HttpClients) {
  const gateway = openGateway(app)
  await gateway.behave({ webhooks: 'drop', allowSurplus: true })
  const { token } = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  const { body } = await clients.call(createOrderPlan, { token, body: { planId: plan.id } })
  return { gateway, token, orderId: String(body.data?.orderId) }
}

/**
 * Runs the reports concurrently and lets all of them pass their reads before any of them writes, unless a lock stops
 * them.
 */
async function allAtOnce<T>({ db }: TestApp, reports: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { answers } = await db.transaction().execute(async (tx) => {
    await sql`lock table journal_entries in share mode`.execute(tx)
    const answers = Promise.all(reports.map((report) => report()))
    await expect.poll(() => waitingForLocks(db), { timeout: 9000 }).toBe(reports.length)
    return { answers }
  })
  return answers
}

async function waitingForLocks(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}

/** One payment, reported four times by its browser and twice by the gateway. */
const onePaymentManyReports: Attack = async (app, clients) => {
  const { gateway, token, orderId } = await orderPlan(app, clients)
  const paid = await gateway.pay(orderId)
  const entity = { id: paid.razorpay_payment_id, order_id: orderId }
  const event = { event: 'payment.captured', payload: { payment: { entity } } }
  const verify = async () => (await clients.call(verifyPayment, { token, body: paid })).status
  const send = () => gateway.sendEvent(event)
  const statuses = await allAtOnce(app, [verify, verify, send, verify, send, verify])
  return [
    ...differences(tally(statuses), { 200: 6 }),
    ...differences(await readOrderRecords(app, orderId), grantedOnce),
  ]
}

/** Two payments of one order, each reported three times. */
const twoPayments: Attack = async (app, clients) => {
  const { gateway, token, orderId } = await orderPlan(app, clients)
  const both = [await gateway.pay(orderId), await gateway.pay(orderId)]
  const reports = both.flatMap((body) =>
    Array.from(
      { length: 3 },
      () => async () => (await clients.call(verifyPayment, { token, body })).status,
    ),
  )
  const statuses = await allAtOnce(app, reports)
  const { status, captured, surplus, subscriptions } = await readOrderRecords(app, orderId)
  await expect.poll(() => pendingRefunds(app), { timeout: 15_000 }).toBe(0)
  return [
    ...differences(tally(statuses), { 200: 3, 409: 3 }),
    ...differences(
      { status, captured, surplus, subscriptions },
      { status: 'paid', captured: 1, surplus: 1, subscriptions: 1 },
    ),
  ]
}

async function pendingRefunds({ db }: TestApp): Promise<number> {
  const rows = await db.selectFrom('refunds').select('id').where('status', '=', 'pending').execute()
  return rows.length
}

/** Attempts to change a captured payment and its order afterwards. */
const rewriteCapturedPayment: Attack = async (app, clients) => {
  const { gateway, token, orderId } = await orderPlan(app, clients)
  const open = await orderPlan(app, clients)
  await clients.call(verifyPayment, { token, body: await gateway.pay(orderId) })
  const attempts = [
    `update payments set status = 'failed', entry_id = null`,
    `update payments set amount_paise = 100`,
    `update payments set surplus = true, plan_name = null`,
    `update payments set status = 'lead_refund'`,
    `update payments set order_id = (select id from orders where status = 'open')`,
    `delete from payments`,
    `update orders set status = 'open', paid_at = null where status = 'paid'`,
    `update orders set lead_quota = 1000 where status = 'open'`,
    `update orders set amount_paise = 100 where status = 'open'`,
    `update orders set gateway_order_id = 'order_other' where status = 'open'`,
    `delete from orders where status = 'open'`,
  ]
  const succeeded: string[] = []
  for (const attempt of attempts) {
    const refused = await sql
      .raw(attempt)
      .execute(app.db)
      .then(
        () => false,
        () => true,
      )
    if (!refused) succeeded.push(attempt)
  }
  return [...succeeded, ...differences((await readOrderRecords(app, open.orderId)).status, 'open')]
}

/** Reads the order without locking it. */
const unlocked = {
  of: 'lock_order',
  from: 'p_gateway_order_id for update',
  to: 'p_gateway_order_id',
}
/** Every read finds the order open. */
const alwaysOpen = {
  of: 'lock_order',
  from: 'select * from orders',
  to: `select (jsonb_populate_record(orders, '{"status": "open"}')).* from orders`,
}
const drop = (statement: string) => ({ statement })
const onePays = drop('drop index payments_one_pays_order')
const oneRow = drop('alter table payments drop constraint payments_gateway_payment_id_key')

const mutations: Mutation[] = [
  { guard: 'the lock of the order', attack: onePaymentManyReports, changes: [unlocked] },
  {
    guard: 'the lock of the order and the one row of a payment',
    attack: onePaymentManyReports,
    changes: [unlocked, oneRow],
  },
  {
    guard: 'the lock of the order, the one row of a payment, the one payment of an order',
    attack: onePaymentManyReports,
    changes: [unlocked, oneRow, onePays],
  },
  { guard: 'the lock of the order, for two payments', attack: twoPayments, changes: [unlocked] },
  {
    guard: 'the lock of the order and the one payment of an order',
    attack: twoPayments,
    changes: [unlocked, onePays],
  },
  { guard: 'the state of the order', attack: twoPayments, changes: [alwaysOpen] },
  {
    guard: 'the state of the order and the one payment of an order',
    attack: twoPayments,
    changes: [alwaysOpen, onePays, drop('drop trigger orders_terms_stay on orders')],
  },
  {
    guard: 'captured payments are immutable',
    attack: rewriteCapturedPayment,
    changes: [drop('drop trigger payments_captured_stay on payments')],
  },
  {
    guard: 'order terms are immutable',
    attack: rewriteCapturedPayment,
    changes: [drop('drop trigger orders_terms_stay on orders')],
  },
  {
    guard: 'only a duplicate payment is refunded',
    attack: rewriteCapturedPayment,
    changes: [drop('alter table payments drop constraint payments_refunded_surplus')],
  },
]

describe('an attack fails while every guard is in place', () => {
  it.each([onePaymentManyReports, twoPayments, rewriteCapturedPayment])('%o', async (attack) => {
    expect(await runAttack({ attack, changes: [] })).toEqual([])
  })
})

describe('an attack succeeds without', () => {
  it.each(mutations)('$guard', async ({ attack, changes }) => {
    expect(await runAttack({ attack, changes })).not.toEqual([])
  })
})
