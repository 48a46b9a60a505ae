import { rupeesFromPaise } from '@raahi/contract/money'
import { type OrderOutcome, type OrderStatus, orderLifeMinutes } from '@raahi/contract/payments'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { isCurrentInvoice } from '../invoices/public/current-invoice.ts'
import type { PlanRow } from '../plans/public/plans.queries.ts'
import { findSubscription, toSubscription } from '../plans/public/subscriptions.queries.ts'

export type OrderRow = Selectable<Schema['orders']>
export type PaymentRow = Selectable<Schema['payments']>

/**
 * Finds an order of the user by the gateway's id.
 * @throws ApiFailure ORDER_NOT_FOUND, also for an order of another user
 */
export async function findOwnOrder(
  db: Kysely<Schema>,
  of: { userId: string; gatewayOrderId: string },
): Promise<OrderRow> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('gateway_order_id', '=', of.gatewayOrderId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst()
  if (!order) throw new ApiFailure('ORDER_NOT_FOUND')
  return order
}

/**
 * Locks an order by the gateway's id. Every change of an order, its payments and their refunds happens under this lock,
 * so each holder sees what earlier holders wrote.
 * @returns undefined if the order is not ours
 */
export async function lockOrder(
  tx: Transaction,
  gatewayOrderId: string,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select * from lock_order(${gatewayOrderId})`.execute(tx)
  return rows[0]
}

/** Finds a payment by the gateway's id; undefined if none is stored. */
export async function findPayment(
  db: Kysely<Schema>,
  gatewayPaymentId: string,
): Promise<KnownPayment | undefined> {
  return db
    .selectFrom('payments')
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.payment_id', '=', 'payments.id').on('refunds.cause', '<>', 'admin'),
    )
    .selectAll('payments')
    .select(sql<RefundCause | null>`refunds.cause`.as('refund_cause'))
    .where('gateway_payment_id', '=', gatewayPaymentId)
    .executeTakeFirst()
}

/** Whether the order `o` accepts a payment that was begun at this time. */
export const isAcceptedAt = (begunAt: RawBuilder<Date>) => sql<boolean>`(
  ${begunAt} <= o.created_at + make_interval(mins => ${orderLifeMinutes}::integer)
  and not exists (select from plan_changes c
    where c.plan_id = o.plan_id and c.changed_at between o.created_at and ${begunAt}))`

/** Whether the order `o` has expired, which the reconciler records some seconds later. */
export const isExpired = sql<boolean>`(o.status = 'open' and not ${isAcceptedAt(sql`clock_timestamp()`)})`

/**
 * Returns whether an order accepts a payment.
 * @param begunAt when the buyer began the payment, in seconds since 1970 by the gateway's clock; now if it is unknown
 */
export async function acceptsPayment(
  tx: Transaction,
  order: OrderRow,
  begunAt: number | null | undefined,
): Promise<boolean> {
  const at = sql<Date>`coalesce(to_timestamp(${begunAt ?? null}::float8), clock_timestamp())`
  const { rows } = await sql<{ accepted: boolean }>`
    select ${isAcceptedAt(at)} as accepted from orders o where o.id = ${order.id}`.execute(tx)
  return rows[0]?.accepted === true
}

/** A payment and, if its order did not need it, the cause of its refund. */
export type KnownPayment = PaymentRow & { refund_cause: RefundCause | null }
/** Why the order did not need the payment. */
export type RefundCause = Exclude<Selectable<Schema['refunds']>['cause'], 'admin'>

/** The plan terms of an order. */
export function planOf(order: OrderRow): PlanRow {
  const { plan_id, plan_name, plan_type, validity_days, lead_quota } = order
  if (!plan_id || !plan_name || !plan_type || !validity_days || !lead_quota) {
    throw new Error(`order ${order.id} has no plan`)
  }
  return {
    id: plan_id,
    plan_id: '',
    name: plan_name,
    price_paise: order.amount_paise,
    description: '',
    validity_days,
    type: plan_type,
    lead_quota,
  }
}

/** The state of an order for the agent who created it. */
export async function findOutcome(db: Kysely<Schema>, orderId: string): Promise<OrderOutcome> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('accounts as wallet', 'wallet.id', 'o.user_id')
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.order_id', '=', 'o.id')
        .on('p.status', '=', 'captured')
        .on('p.surplus', '=', false),
    )
    .leftJoin('subscriptions as s', 's.entry_id', 'p.entry_id')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.payment_id', '=', 'p.id').on(isCurrentInvoice),
    )
    .select([
      'o.gateway_order_id',
      'o.kind',
      sql<OrderStatus>`case when ${isExpired} then 'expired' else o.status end`.as('status'),
      'o.amount_paise',
      'o.created_at',
      'p.gateway_payment_id',
      's.id as subscription_id',
      'i.id as invoice_id',
      'wallet.balance_paise',
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const subscription = row.subscription_id && (await findSubscription(db, row.subscription_id))
  return {
    orderId: row.gateway_order_id ?? '',
    kind: row.kind,
    status: row.status,
    amount: rupeesFromPaise(row.amount_paise),
    paymentId: row.gateway_payment_id,
    subscription: subscription ? toSubscription(subscription) : null,
    wallet: rupeesFromPaise(row.balance_paise ?? 0),
    invoiceId: row.invoice_id,
    createdAt: row.created_at.toISOString(),
  }
}
