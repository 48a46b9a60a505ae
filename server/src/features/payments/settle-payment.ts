import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { payments } from '../../platform/observability/metrics.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { grantSubscription } from '../plans/grant-subscription.ts'
import type { GatewayPayment } from './gateway-client.ts'
import { findPayment, lockOrder, type OrderRow, type PaymentRow, planOf } from './orders.queries.ts'
import { receiptMail } from './payment-mails.ts'
import { refundDuplicatePayment } from './refund-duplicate-payment.ts'
import type { SettleDeps } from './settle-deps.ts'

/** What a payment has come to. */
export type Settlement =
  /** It has paid its order, now or before: what was ordered is granted. */
  | 'paid'
  /** Another payment had paid the order: this one goes back to its sender, or has gone. */
  | 'surplus'
  /** The gateway has neither captured it nor given it up. */
  | 'pending'
  /** It failed, which is not final. */
  | 'failed'
  /** It had been sent back at the gateway before it was heard of here; nothing was granted. */
  | 'refunded'
  /** Its order is none of ours, or it is not the order's amount and currency; nothing was granted. */
  | 'mismatch'
  /** This event had been acted upon. */
  | 'repeated'

export interface GatewayEvent {
  id: string
  event: string
}

/**
 * The one way from a payment at the gateway to what was ordered, whoever heard of it: the checkout, a webhook, the
 * reconciler. All of it happens in one transaction under the lock of the order, so that the first captured payment of an
 * order grants it and every other report of it finds that done.
 * @param payment as the gateway itself has just told, never as a browser or an event says
 * @param event what reported it: acted upon once
 */
export async function settlePayment(
  deps: SettleDeps,
  payment: GatewayPayment,
  event?: GatewayEvent,
): Promise<Settlement> {
  const { settlement, isNews } = await withTransaction(deps.database, async (tx) => {
    const order = payment.order_id ? await lockOrder(tx, payment.order_id) : undefined
    if (!order) return news('mismatch')
    if (event && (await isNoted(tx, event))) return noNews('repeated')
    const settled = await settle(deps, tx, order, payment)
    // The event of a payment that the gateway itself does not see as settled yet may be of use later.
    if (event && settled.settlement !== 'pending') await noteEvent(tx, event)
    return settled
  })
  payments.inc({ outcome: isNews ? settlement : 'known' })
  if (settlement === 'mismatch' || settlement === 'refunded') {
    const { id, order_id, amount, currency, status } = payment
    deps.log.warn({ payment: { id, order_id, amount, currency, status } }, `payment ${settlement}`)
  }
  return settlement
}

/** What a payment has come to, and whether it had come to that before. */
interface Settled {
  settlement: Settlement
  isNews: boolean
}
const news = (settlement: Settlement): Settled => ({ settlement, isNews: true })
const noNews = (settlement: Settlement): Settled => ({ settlement, isNews: false })

async function settle(
  deps: SettleDeps,
  tx: Transaction,
  order: OrderRow,
  payment: GatewayPayment,
): Promise<Settled> {
  if (payment.amount !== order.amount_paise || payment.currency !== order.currency) {
    return news('mismatch')
  }
  const known = await findPayment(tx, payment.id)
  if (known && known.order_id !== order.id) return news('mismatch')
  if (known && known.status !== 'failed') return noNews(known.surplus ? 'surplus' : 'paid')
  if (payment.status === 'refunded' || payment.amount_refunded) return news('refunded')
  if (payment.status === 'failed') {
    if (known) return noNews('failed')
    await keepPayment(tx, order, payment, { status: 'failed', entry_id: null })
    return news('failed')
  }
  if (payment.status !== 'captured') return news('pending')
  if (order.status === 'paid') {
    const kept = await captureDuplicatePayment(tx, order, payment, known)
    await refundDuplicatePayment(deps, tx, kept)
    await issueInvoice(tx, deps.invoicing, { paymentId: kept.id })
    return news('surplus')
  }
  await grant(deps, tx, order, payment, known)
  return news('paid')
}

async function isNoted(tx: Transaction, { id }: GatewayEvent): Promise<boolean> {
  const known = await tx
    .selectFrom('gateway_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

async function noteEvent(tx: Transaction, { id, event }: GatewayEvent): Promise<void> {
  await tx
    .insertInto('gateway_events')
    .values({ id, event })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Gives what was ordered, under the terms of the order: also where the plan was changed or taken off since, the order had
 * been closed, or the agent was suspended. The money is there.
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
  const kept = await keepPayment(
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
    await receiptMail(tx, {
      order,
      payment: kept,
      subscription: 'subscription' in granted ? granted.subscription : null,
      failedBefore: known !== undefined,
      publicUrl: deps.publicUrl,
    }),
  )
  // Last of all: whoever numbers an invoice next waits for this transaction.
  await issueInvoice(tx, deps.invoicing, { paymentId: kept.id })
}

async function topUp(tx: Transaction, order: OrderRow) {
  return postTransfer(tx, {
    from: accounts.gateway,
    to: walletOf(order.user_id),
    amountPaise: order.amount_paise,
    method: 'Online',
    status: 'captured',
    userId: order.user_id,
    description: 'Wallet top-up',
  })
}

/** Money that nothing is owed for but itself. */
async function captureDuplicatePayment(
  tx: Transaction,
  order: OrderRow,
  payment: GatewayPayment,
  known: PaymentRow | undefined,
): Promise<PaymentRow> {
  const { entryId } = await postTransfer(tx, {
    from: accounts.gateway,
    to: accounts.refundsDue,
    amountPaise: order.amount_paise,
    method: 'Online',
    status: 'captured',
    userId: order.user_id,
    description: 'Second payment of one order',
  })
  return keepPayment(
    tx,
    order,
    payment,
    { status: 'captured', entry_id: entryId, surplus: true },
    known,
  )
}

/** Records a payment, or turns the one that had failed into what it has become, in its place. */
async function keepPayment(
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
