import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { makeAdmin, makeAgent, makePlan } from '../../testing/factories.ts'
import { createPayingApp, type PayingApp } from '../../testing/paying-app.ts'
import { paymentInvariants } from './payment-invariants.ts'
import { refundByAdmin } from './refund-by-admin.ts'

// As in invariants.test.ts: each invariant must fail for every change that violates it.

let app: PayingApp
let world: World
beforeAll(async () => {
  app = await createPayingApp()
  world = await fill(app)
  expect(await checkInvariants(app.database)).toEqual([])
  for (const table of ['journal_entries', 'postings', 'orders', 'payments']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.db)
  }
})
afterAll(() => app.close())

/** Creates orders of every kind and state, with failed, successful and duplicate payments. */
async function fill({ db, gateway, order, verify, settling }: PayingApp) {
  const [agent, other] = [await makeAgent(db), await makeAgent(db)]
  const plan = await makePlan(db)
  await gateway.behave({ webhooks: 'drop', allowSurplus: true })
  const buy = async (what: { planId: string } | { amount: number }) => {
    const orderId = await order(agent, what)
    await gateway.fail(orderId, 'failure')
    await verify(agent, await gateway.pay(orderId))
    return orderId
  }
  const payAgain = async (orderId: string) => {
    const paid = await gateway.pay(orderId)
    await verify(agent, paid)
    return paid.razorpay_payment_id
  }
  const [ofPlan, topUp] = [await buy({ planId: plan.id }), await buy({ amount: 300 })]
  const open = await order(agent, { amount: 50 })
  const returned = await payAgain(ofPlan)
  await vi.waitFor(
    async () => {
      const { status } = await db
        .selectFrom('payments')
        .select('status')
        .where('gateway_payment_id', '=', returned)
        .executeTakeFirstOrThrow()
      expect(status).toBe('lead_refund')
    },
    { timeout: 20_000 },
  )
  await gateway.behave({
    webhooks: 'drop',
    allowSurplus: true,
    slowRefunds: true,
    delayMs: 6_000_000,
  })
  const admin = await makeAdmin(db)
  const refund = async (orderId: string, amountPaise: number) => {
    const { id } = await db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select('p.id')
      .where('o.gateway_order_id', '=', orderId)
      .where('p.status', '=', 'captured')
      .where('p.surplus', '=', false)
      .executeTakeFirstOrThrow()
    const actor = { userId: admin.id, requestId: 'test', ip: '127.0.0.1' }
    const caller = { role: 'admin', rights: ['money'] } as const
    const wanted = { paymentId: id, amountPaise, reason: 'Paid twice', idempotency: null }
    return (await refundByAdmin(settling, { caller, actor }, wanted)).answer.transactionId
  }
  return {
    ...{ agent, other, ofPlan, topUp, open, returned },
    pending: await payAgain(topUp),
    refundOfTopUp: await refund(topUp, 100_00),
    refundOfPlan: await refund(ofPlan, plan.price_paise),
  }
}
type World = Awaited<ReturnType<typeof fill>>

const orderSet = (id: string, set: string) =>
  `update orders set ${set} where gateway_order_id = '${id}'`
const paymentSet = (id: string, set: string) =>
  `update payments set ${set} where gateway_payment_id = '${id}'`
/** Updates the payment that paid an order. */
const payingSet = (id: string, set: string) =>
  `update payments set ${set} where status = 'captured' and not surplus
    and order_id = (select id from orders where gateway_order_id = '${id}')`
const entryOf = (id: string) =>
  `(select entry_id from payments where status = 'captured' and not surplus
    and order_id = (select id from orders where gateway_order_id = '${id}'))`
const entryOfPayment = (id: string) =>
  `(select entry_id from payments where gateway_payment_id = '${id}')`
const refundOf = (id: string) =>
  `payment_id = (select id from payments where gateway_payment_id = '${id}')`
const account = (n: number) => `'00000000-0000-0000-0000-00000000000${n}'`

/** By invariant: statements that each violate it. */
const violations: Record<string, (world: World) => string[]> = {
  'each paid order has one captured payment of its user and amount, every other order has none': (
    w,
  ) => [
    orderSet(w.open, "status = 'paid', paid_at = now()"),
    orderSet(w.topUp, "status = 'open', paid_at = null"),
    orderSet(w.topUp, 'amount_paise = amount_paise + 1'),
    orderSet(w.topUp, `user_id = '${w.other.id}'`),
    `drop index payments_one_pays_order; ${paymentSet(w.pending, 'surplus = false')}`,
  ],
  'each captured payment belongs to an order of its user and amount': (w) => [
    payingSet(w.topUp, 'order_id = null'),
    payingSet(w.topUp, 'amount_paise = amount_paise - 1'),
    payingSet(w.topUp, `user_id = '${w.other.id}'`),
    payingSet(w.ofPlan, 'plan_name = null'),
    payingSet(w.topUp, "plan_name = 'Gold'"),
  ],
  'each paid plan order has one subscription with exactly its terms': (w) => [
    `update subscriptions set lead_quota = lead_quota + 1`,
    `update subscriptions set validity_days = 365`,
    `update subscriptions set type = 'both'`,
    `update subscriptions set price_paise = 1`,
    `update subscriptions set user_id = '${w.other.id}'`,
    `delete from subscriptions`,
  ],
  'each subscription from an online payment belongs to a paid order': (w) => [
    orderSet(w.ofPlan, "status = 'open', paid_at = null"),
    `update subscriptions set entry_id = ${entryOf(w.topUp)}`,
    `insert into subscriptions select gen_random_uuid(), user_id, plan_id, plan_name, price_paise,
      type, validity_days, lead_quota, 0, cause, ${entryOfPayment(w.pending)}, started_at, ends_at
      from subscriptions`,
  ],
  'each paid top-up is credited to the wallet of its user': (w) => [
    `update postings set account_id = '${w.other.id}'
      where entry_id = ${entryOf(w.topUp)} and amount_paise > 0`,
    `update postings set amount_paise = amount_paise - 1
      where entry_id = ${entryOf(w.topUp)} and amount_paise > 0`,
  ],
  'each online payment into a wallet belongs to a paid top-up': (w) => [
    orderSet(w.topUp, "status = 'open', paid_at = null"),
    `update postings set account_id = '${w.agent.id}'
      where entry_id = ${entryOf(w.ofPlan)} and amount_paise > 0`,
    `update postings set account_id = '${w.agent.id}'
      where entry_id = ${entryOfPayment(w.pending)} and amount_paise > 0`,
  ],
  'each captured payment has one Online entry of its user and amount, from the gateway account': (
    w,
  ) => [
    payingSet(w.ofPlan, 'amount_paise = amount_paise + 1'),
    paymentSet(w.returned, `user_id = '${w.other.id}'`),
    `update journal_entries set method = 'cash' where id = ${entryOf(w.topUp)}`,
    `update postings set account_id = ${account(4)}
      where entry_id = ${entryOf(w.topUp)} and amount_paise < 0`,
  ],
  'each Online entry belongs to a captured payment or to its refund': (w) => [
    `alter table payments drop constraint payments_entry; ${payingSet(w.topUp, 'entry_id = null')}`,
    `insert into journal_entries (id, method, status, user_id, amount_paise)
      values (gen_random_uuid(), 'Online', 'captured', '${w.agent.id}', 1)`,
    `update refunds set entry_id = ${entryOf(w.topUp)} where ${refundOf(w.returned)}`,
  ],
  'each duplicate payment has one refund of its amount, no other payment has one without an admin':
    (w) => [
      `delete from refunds where ${refundOf(w.pending)}`,
      `update refunds set amount_paise = amount_paise - 1 where ${refundOf(w.pending)}`,
      `${paymentSet(w.pending, "status = 'lead_refund'")}`,
      `${paymentSet(w.returned, "status = 'captured'")}`,
      `insert into refunds (id, payment_id, amount_paise)
      select gen_random_uuid(), id, amount_paise from payments
      where status = 'captured' and not surplus limit 1`,
    ],
  'each duplicate payment is credited to the refunds account': (w) => [
    `update postings set account_id = ${account(2)}
      where entry_id = ${entryOfPayment(w.pending)} and amount_paise > 0`,
  ],
  'each finished refund has one entry of its amount, from the refunds account to the gateway account':
    (w) => [
      `update refunds set amount_paise = amount_paise + 1 where ${refundOf(w.returned)}`,
      `update postings set account_id = ${account(4)} where amount_paise > 0
      and entry_id = (select entry_id from refunds where ${refundOf(w.returned)})`,
      `update postings set account_id = ${account(5)} where amount_paise < 0
      and entry_id = (select entry_id from refunds where ${refundOf(w.returned)})`,
      `update journal_entries set user_id = '${w.other.id}'
      where id = (select entry_id from refunds where ${refundOf(w.returned)})`,
    ],
  'each refund by an admin moved its amount from the wallet or the revenue of plans to the refunds account':
    (w) => [
      `update postings set account_id = ${account(4)} where entry_id = '${w.refundOfTopUp}' and amount_paise < 0`,
      `update postings set account_id = '${w.agent.id}' where entry_id = '${w.refundOfPlan}' and amount_paise < 0`,
      `update postings set account_id = ${account(5)} where entry_id = '${w.refundOfTopUp}' and amount_paise > 0`,
      `update journal_entries set method = 'plan_refund' where id = '${w.refundOfTopUp}'`,
      `update journal_entries set user_id = '${w.other.id}' where id = '${w.refundOfPlan}'`,
      `update refunds set amount_paise = amount_paise - 1 where debit_entry_id = '${w.refundOfPlan}'`,
      `update refunds set ${refundOf(w.pending)} where debit_entry_id = '${w.refundOfTopUp}'`,
    ],
  'each entry of a refund by an admin belongs to one': (w) => [
    `delete from refunds where debit_entry_id = '${w.refundOfTopUp}'`,
  ],
  'the refunds of a payment are at most its amount': (w) => [
    `update refunds set amount_paise = amount_paise + 1 where debit_entry_id = '${w.refundOfPlan}'`,
  ],
  'each refund by an admin is in the audit log with its payment, amount and reason': (w) => [
    `alter table audit_log disable trigger user;
      delete from audit_log where after ->> 'entryId' = '${w.refundOfTopUp}'`,
    `alter table recharge_details disable trigger user;
      update recharge_details set note = 'Other' where entry_id = '${w.refundOfTopUp}'`,
  ],
  'a plan whose whole price was refunded has ended and has no used lead': () => [
    `update subscriptions set ends_at = ends_at + interval '1 day'`,
    `update subscriptions set leads_used = 1`,
  ],
  'the balance of the refunds account equals the pending refunds': (w) => [
    `delete from refunds where ${refundOf(w.pending)}`,
    `update refunds set amount_paise = amount_paise + 1 where ${refundOf(w.pending)}`,
    `delete from postings where account_id = ${account(6)} and amount_paise < 0`,
  ],
}

describe('the audit of orders and payments', () => {
  it('has a violation for each invariant', () => {
    expect(Object.keys(violations)).toEqual(Object.keys(paymentInvariants))
  })

  it.each(Object.entries(violations))('detects a violation of: %s', async (name, violationsOf) => {
    for (const violation of violationsOf(world)) {
      expect(await rowsAfter(violation, paymentInvariants[name] ?? ''), violation).toBeGreaterThan(
        0,
      )
    }
    const { rows } = await sql.raw(paymentInvariants[name] ?? '').execute(app.db)
    expect(rows).toEqual([])
  })
})

/** Counts the rows that a query finds after a violation, which is rolled back afterwards. */
async function rowsAfter(violation: string, query: string): Promise<number> {
  let found = -1
  const rollback = new Error('rolled back')
  await app.db
    .transaction()
    .execute(async (tx) => {
      await sql.raw(violation).execute(tx)
      found = (await sql.raw(query).execute(tx)).rows.length
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return found
}
