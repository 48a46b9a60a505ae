import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { PlanRow } from '../features/plans/plans.queries.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { accounts } from '../platform/ledger/accounts.ts'
import { dayMs, hourMs } from './demo-leads.ts'
import { type Movement, movement } from './demo-ledger.ts'
import type { DemoSubscription } from './demo-sale.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000

/** An order of the demo and its payment attempts. */
interface DemoOrder {
  userId: string
  /** Null: a top-up. */
  plan: PlanRow | null
  amountPaise: number
  at: Date
  status: 'open' | 'paid' | 'closed'
  payments: { at: Date; entryId: string | null; surplus?: true }[]
}

/** A plan that was paid twice: the duplicate payment and its refund. */
export interface DemoDuplicatePayment {
  subscription: DemoSubscription
  paid: Movement
  returned: Movement
}

/** Every third recharge and every second plan was paid online instead of in cash. */
export function payOnline(
  recharges: readonly Movement[],
  subscriptions: readonly DemoSubscription[],
): void {
  for (const [index, recharge] of recharges.entries()) {
    if (index % 3 !== 1) continue
    Object.assign(recharge, { from: accounts.gateway, method: 'Online' })
  }
  for (const [index, { payment }] of subscriptions.entries()) {
    if (index % 2 === 0) Object.assign(payment, { from: accounts.gateway, method: 'Online' })
  }
}

/** Adds a duplicate payment of the first plan that was paid online, and its refund a day later. */
export function addDuplicatePayment(
  subscriptions: readonly DemoSubscription[],
): DemoDuplicatePayment {
  const subscription = subscriptions.find(({ payment }) => payment.method === 'Online')
  if (!subscription) throw new Error('some plan was paid online')
  const { at, userId, amountPaise } = subscription.payment
  const online = { userId, amountPaise, method: 'Online', status: 'captured' } as const
  return {
    subscription,
    paid: movement({
      ...online,
      at: new Date(at.getTime() + 4 * minuteMs),
      from: accounts.gateway,
      to: accounts.refundsDue,
    }),
    returned: movement({
      ...online,
      at: new Date(at.getTime() + 26 * hourMs),
      from: accounts.refundsDue,
      to: accounts.gateway,
    }),
  }
}

/**
 * Inserts the orders and payments of everything that was paid online, including failed attempts, two unpaid orders, and
 * the refunded payment.
 */
export async function insertPayments(
  tx: Transaction,
  random: Random,
  {
    now,
    movements,
    subscriptions,
    surplus,
  }: {
    now: Date
    movements: readonly Movement[]
    subscriptions: readonly DemoSubscription[]
    surplus: DemoDuplicatePayment
  },
): Promise<void> {
  const plans = new Map(subscriptions.map(({ payment, plan }) => [payment.id, plan]))
  const paid = movements
    .filter((one) => one.method === 'Online' && one !== surplus.paid && one !== surplus.returned)
    .map((payment, index) => paidOrder(payment, plans.get(payment.id) ?? null, index % 3 === 0))
  const twice = paid.find(({ payments }) =>
    payments.some(({ entryId }) => entryId === surplus.subscription.payment.id),
  )
  twice?.payments.push({ at: surplus.paid.at, entryId: surplus.paid.id, surplus: true })
  const rows = [...paid, ...unpaidOrders(now, subscriptions)].map((order) => rowsOf(random, order))
  await tx
    .insertInto('orders')
    .values(rows.map(({ order }) => order))
    .execute()
  const payments = rows.flatMap((one) => one.payments)
  await tx.insertInto('payments').values(payments).execute()
  await insertRefund(tx, random, surplus, payments.find((one) => one.surplus)?.id ?? '')
}

/** @param failedFirst adds a failed first attempt */
function paidOrder(payment: Movement, plan: PlanRow | null, failedFirst: boolean): DemoOrder {
  const { at, id, userId, amountPaise } = payment
  return {
    userId,
    plan,
    amountPaise,
    at: new Date(at.getTime() - 9 * minuteMs),
    status: 'paid',
    payments: [
      ...(failedFirst ? [{ at: new Date(at.getTime() - 7 * minuteMs), entryId: null }] : []),
      { at, entryId: id },
    ],
  }
}

/** Unpaid orders: one that is closed, and one from today. */
function unpaidOrders(now: Date, subscriptions: readonly DemoSubscription[]): DemoOrder[] {
  return subscriptions.slice(1, 3).map(({ buyer, plan }, index) => {
    const at = new Date(now.getTime() - (index === 0 ? 19 * dayMs : 3 * hourMs))
    return {
      userId: buyer.id,
      plan: index === 0 ? plan : null,
      amountPaise: index === 0 ? plan.price_paise : 500_00,
      at,
      status: index === 0 ? 'closed' : 'open',
      payments: [{ at: new Date(at.getTime() + minuteMs), entryId: null }],
    }
  })
}

function rowsOf(
  random: Random,
  { userId, plan, amountPaise, at, status, payments }: DemoOrder,
): { order: Insertable<Schema['orders']>; payments: Insertable<Schema['payments']>[] } {
  const id = uuidv7({ msecs: at.getTime() })
  const instrument = random.next() < 0.7 ? 'upi' : 'card'
  return {
    order: {
      id,
      user_id: userId,
      kind: plan ? 'plan' : 'wallet',
      plan_id: plan?.id ?? null,
      plan_name: plan?.name ?? null,
      plan_type: plan?.type ?? null,
      validity_days: plan?.validity_days ?? null,
      lead_quota: plan?.lead_quota ?? null,
      amount_paise: amountPaise,
      status,
      gateway_order_id: `order_${gatewayText(random)}`,
      created_at: at,
      // The sandbox does not know these orders.
      next_check_at: status === 'open' ? at : null,
      is_test: true,
      paid_at: status === 'paid' ? (payments.find(({ entryId }) => entryId)?.at ?? null) : null,
    },
    payments: payments.map((payment) => ({
      id: uuidv7({ msecs: payment.at.getTime() }),
      gateway_payment_id: `pay_${gatewayText(random)}`,
      order_id: id,
      user_id: userId,
      plan_name: payment.surplus ? null : (plan?.name ?? null),
      amount_paise: amountPaise,
      status: payment.surplus ? 'lead_refund' : payment.entryId ? 'captured' : 'failed',
      surplus: payment.surplus ?? false,
      entry_id: payment.entryId,
      instrument,
      failure: payment.entryId ? null : 'Payment failed because the bank did not respond.',
      created_at: payment.at,
    })),
  }
}

async function insertRefund(
  tx: Transaction,
  random: Random,
  { paid, returned }: DemoDuplicatePayment,
  paymentId: string,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: uuidv7({ msecs: paid.at.getTime() }),
      payment_id: paymentId,
      amount_paise: returned.amountPaise,
      status: 'processed',
      gateway_refund_id: `rfnd_${gatewayText(random)}`,
      entry_id: returned.id,
      created_at: paid.at,
      processed_at: returned.at,
    })
    .execute()
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Fourteen letters and digits, as in the gateway's ids. */
function gatewayText(random: Random): string {
  return Array.from(
    { length: 14 },
    () => letters[Math.floor(random.next() * letters.length)] ?? 'A',
  ).join('')
}
