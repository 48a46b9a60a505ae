import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { issueInvoice } from '../invoices/public/issue-invoice.ts'
import { grantSubscription } from '../plans/public/grant-subscription.ts'
import type { GatewayPayment } from './gateway-client.ts'
import {
  acceptsPayment,
  findPayment,
  lockOrder,
  type OrderRow,
  type PaymentRow,
  planOf,
  type RefundCause,
} from './orders.queries.ts'
import { paymentConfirmationMail } from './payment-mails.ts'
import { paymentCount } from './payment-metrics.ts'
import { startRefund } from './refund-payment.ts'
import type { SettleDeps } from './settle-deps.ts'

/** The result of processing a payment. */
export type Settlement =
  /** The payment has paid its order, now or earlier, and the order is granted. */
  | 'paid'
  /** Another payment paid the order, so this one is refunded. */
  | 'surplus'
  /** The payment was begun after the order had expired or its offer had changed, so it is refunded. */
  | 'expired'
  /** The gateway has neither captured nor failed the payment. */
  | 'pending'
  /** The payment failed, which is not final. */
  | 'failed'
  /** The payment was refunded at the gateway before it was reported here; nothing was granted. */
  | 'refunded'
  /** The order is unknown, or amount or currency differ from the order; nothing was granted. */
  | 'mismatch'
  /** This event was processed before. */
  | 'repeated'

export interface GatewayEvent {
  id: string
  event: string
}

/**
 * Settles a payment that the checkout, a webhook or the reconciler reports. It runs in one transaction under the lock
 * of the order: the first captured payment of an order grants it, and every other report finds it granted.
 * @param payment the gateway's own response, never data from a browser or an event
 * @param event the event that reported the payment; each is processed once
 */
export async function settlePayment(
  deps: SettleDeps,
  payment: GatewayPayment,
  event?: GatewayEvent,
): Promise<Settlement> {
  const { settlement, isNew } = await withTransaction(deps.database, async (tx) => {
    const order = payment.order_id ? await lockOrder(tx, payment.order_id) : undefined
    if (!order) return newlySettled('mismatch')
    if (event && (await isEventProcessed(tx, event.id))) return alreadySettled('repeated')
    const settled = await settle(deps, tx, order, payment)
    // An event of a payment that the gateway reports as pending is not marked as processed, because it may be needed
    // later.
    if (event && settled.settlement !== 'pending') await markEventProcessed(tx, event, order.id)
    return settled
  })
  paymentCount.inc({ outcome: isNew ? settlement : 'known' })
  if (settlement === 'mismatch' || settlement === 'refunded') {
    const { id, order_id, amount, currency, status } = payment
    deps.log.warn({ payment: { id, order_id, amount, currency, status } }, `payment ${settlement}`)
  }
  return settlement
}

/** The settlement of a payment, and whether it is new. */
interface Settled {
  settlement: Settlement
  isNew: boolean
}
const newlySettled = (settlement: Settlement): Settled => ({ settlement, isNew: true })
const alreadySettled = (settlement: Settlement): Settled => ({ settlement, isNew: false })

async function settle(
  deps: SettleDeps,
  tx: Transaction,
  order: OrderRow,
  payment: GatewayPayment,
): Promise<Settled> {
  if (payment.amount !== order.amount_paise || payment.currency !== order.currency) {
    return newlySettled('mismatch')
  }
  const known = await findPayment(tx, payment.id)
  if (known && known.order_id !== order.id) return newlySettled('mismatch')
  if (known && known.status !== 'failed') return alreadySettled(settlementOf(known.refund_cause))
  if (payment.status === 'refunded' || payment.amount_refunded) return newlySettled('refunded')
  if (payment.status === 'failed') {
    if (known) return alreadySettled('failed')
    await storePayment(tx, order, payment, { status: 'failed', entry_id: null })
    return newlySettled('failed')
  }
  if (payment.status !== 'captured') return newlySettled('pending')
  const cause = await findRefundCause(tx, order, payment)
  if (cause) await captureAndRefund(deps, tx, { order, payment, known, cause })
  else await grant(deps, tx, order, payment, known)
  return newlySettled(settlementOf(cause))
}

const settlements = { duplicate: 'surplus', expired: 'expired' } as const
const settlementOf = (cause: RefundCause | null): Settlement =>
  cause ? settlements[cause] : 'paid'

/** Why a captured payment is refunded; null if it pays its order. */
async function findRefundCause(
  tx: Transaction,
  order: OrderRow,
  payment: GatewayPayment,
): Promise<RefundCause | null> {
  if (order.status === 'paid') return 'duplicate'
  return (await acceptsPayment(tx, order, payment.created_at)) ? null : 'expired'
}

export async function isEventProcessed(db: Kysely<Schema>, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('gateway_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

async function markEventProcessed(
  tx: Transaction,
  { id, event }: GatewayEvent,
  orderId: string,
): Promise<void> {
  await tx
    .insertInto('gateway_events')
    .values({ id, event, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Grants the order under its stored terms, even if the plan has changed or was deleted since the payment was begun, the
 * order was closed, or the agent was suspended: the money has arrived.
 */
async function grant(
  deps: SettleDeps,
  tx: Transaction,
  order: OrderRow,
  payment: GatewayPayment,
  known: PaymentRow | undefined,
): Promise<void> {
  const granted =
    order.kind === 'plan'
      ? await grantSubscription(tx, {
          userId: order.user_id,
          plan: planOf(order),
          cause: 'payment',
        })
      : await topUp(tx, order)
  const stored = await storePayment(
    tx,
    order,
    payment,
    { status: 'captured', entry_id: granted.entryId },
    known,
  )
  await tx
    .updateTable('orders')
    .set({
      status: 'paid',
      paid_at: sql<Date>`clock_timestamp()`,
      next_check_at: sql<Date>`clock_timestamp() + interval '1 hour'`,
    })
    .where('id', '=', order.id)
    .execute()
  await deps.queueMail(
    tx,
    await paymentConfirmationMail(tx, {
      order,
      payment: stored,
      subscription: 'subscription' in granted ? granted.subscription : null,
      failedBefore: known !== undefined,
      publicUrl: deps.publicUrl,
    }),
  )
  // Last, because it locks the number series: transactions that issue the next invoice wait for this one.
  await issueInvoice(tx, deps.invoicing, { paymentId: stored.id })
}

async function topUp(tx: Transaction, order: OrderRow) {
  return postTransfer(tx, {
    from: accounts.gateway,
    to: walletOf(order.user_id),
    amountPaise: order.amount_paise,
    method: 'Online',
    status: 'captured',
    userId: order.user_id,
  })
}

/** Records a captured payment that does not pay its order, and refunds it. */
async function captureAndRefund(
  deps: SettleDeps,
  tx: Transaction,
  {
    order,
    payment,
    known,
    cause,
  }: {
    order: OrderRow
    payment: GatewayPayment
    known: PaymentRow | undefined
    cause: RefundCause
  },
): Promise<void> {
  const { entryId } = await postTransfer(tx, {
    from: accounts.gateway,
    to: accounts.refundsDue,
    amountPaise: order.amount_paise,
    method: 'Online',
    status: 'captured',
    userId: order.user_id,
  })
  const stored = await storePayment(
    tx,
    order,
    payment,
    { status: 'captured', entry_id: entryId, surplus: true },
    known,
  )
  if (cause === 'expired') await markExpired(tx, order.id)
  await startRefund(deps, tx, { payment: stored, cause })
  // Last, because it locks the number series.
  await issueInvoice(tx, deps.invoicing, { paymentId: stored.id })
}

async function markExpired(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'expired' })
    .where('id', '=', orderId)
    .where('status', '=', 'open')
    .execute()
}

/** Inserts a payment, or updates the failed one with the same id. */
async function storePayment(
  tx: Transaction,
  order: OrderRow,
  payment: GatewayPayment,
  state: { status: 'captured' | 'failed'; entry_id: string | null; surplus?: boolean },
  known?: PaymentRow,
): Promise<PaymentRow> {
  const row = {
    ...state,
    plan_name: state.surplus ? null : order.plan_name,
    instrument: payment.method ?? null,
    failure: state.status === 'failed' ? (payment.error_description ?? null) : null,
  }
  if (known) {
    return tx
      .updateTable('payments')
      .set(row)
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return tx
    .insertInto('payments')
    .values({
      id: uuidv7(),
      gateway_payment_id: payment.id,
      user_id: order.user_id,
      order_id: order.id,
      amount_paise: order.amount_paise,
      ...row,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
