import { maxRefundMonths, minRefundPaise, type RefundablePayment } from '@raahi/contract/payments'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockPaidSubscription } from '../plans/public/refunded-subscription.ts'
import { lockOrder } from './orders.queries.ts'

/** A payment that pays its order, with what limits its refund. */
export interface RefundableRow {
  id: string
  gateway_payment_id: string
  entry_id: string
  /** Null: money for the wallet. */
  plan_name: string | null
  amount_paise: number
  /** By all refunds, pending ones included. */
  refunded_paise: number
  wallet_paise: number
  created_at: Date
  user_id: string
  name: string
  email: string
  email_confirmed_at: Date | null
  /** Of the plan; null for a top-up. */
  lead_quota: number | null
  leads_used: number | null
  /** At least a paisa for each lead, so that a plan with used leads is never refunded as a whole. */
  used_paise: number | null
  /** A lead of the ended plan was paid back into the wallet. */
  has_paid_returns: boolean
  is_active: boolean | null
  /** For the gateway. */
  is_too_old: boolean
}

/** @throws ApiFailure PAYMENT_NOT_FOUND, also for a payment that failed or that its order did not need */
export async function findRefundable(db: Kysely<Schema>, id: string): Promise<RefundableRow> {
  const { rows } = await sql<RefundableRow>`
    select p.id, p.gateway_payment_id, p.entry_id, p.plan_name, p.amount_paise,
      coalesce((select sum(amount_paise) from refunds where payment_id = p.id), 0)::bigint as refunded_paise,
      wallet.balance_paise as wallet_paise, p.created_at, p.user_id, u.name, u.email, u.email_confirmed_at,
      s.lead_quota, s.leads_used, s.leads_used * greatest(s.price_paise / s.lead_quota, 1) as used_paise,
      exists (select from purchases b join replacement_requests r on r.purchase_id = b.id and r.returned = 'wallet'
        where b.subscription_id = s.id) as has_paid_returns,
      s.ends_at > clock_timestamp() and not s.is_used_up as is_active,
      -- A payment begins soon after its order, but may be captured days later; the gateway counts from its beginning.
      o.created_at < clock_timestamp() - make_interval(months => ${maxRefundMonths}::integer) as is_too_old
    from payments p join orders o on o.id = p.order_id join users u on u.id = p.user_id join accounts wallet on wallet.id = p.user_id
      left join subscriptions s on s.entry_id = p.entry_id
    where p.id = ${id} and p.status = 'captured' and not p.surplus`.execute(db)
  const [payment] = rows
  if (!payment) throw new ApiFailure('PAYMENT_NOT_FOUND')
  return payment
}

/**
 * Locks the order of a payment, its subscription and the wallet, then reads the payment: concurrent refunds run one after the
 * other, and no purchase uses the plan or the wallet meanwhile.
 * @throws ApiFailure PAYMENT_NOT_FOUND
 */
export async function lockRefundable(tx: Transaction, id: string): Promise<RefundableRow> {
  const order = await tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['orders.gateway_order_id', 'payments.user_id'])
    .where('payments.id', '=', id)
    .executeTakeFirst()
  if (!order) throw new ApiFailure('PAYMENT_NOT_FOUND')
  await lockOrder(tx, order.gateway_order_id ?? '')
  // A failed payment can be captured late, which sets its entry under the lock of the order.
  const { entry_id } = await findRefundable(tx, id)
  await lockPaidSubscription(tx, entry_id)
  await sql`select from accounts where id = ${order.user_id} for update`.execute(tx)
  return findRefundable(tx, id)
}

/** What is left of a payment after its refunds. */
export const leftPaise = ({ amount_paise, refunded_paise }: RefundableRow): number =>
  amount_paise - refunded_paise

/** Whether the amount leaves a rest that the gateway never refunds. */
export const leavesTooLittle = (left: number, amountPaise: number): boolean =>
  amountPaise < left && left - amountPaise < minRefundPaise

const withRefundableRest = (left: number, max: number): number =>
  leavesTooLittle(left, max) ? left - minRefundPaise : max

/** The most that can be refunded now, and why it is less than what is left. */
export function limitOf(row: RefundableRow): {
  maxPaise: number
  limitedBy: RefundablePayment['limitedBy']
} {
  const left = leftPaise(row)
  if (row.is_too_old) return { maxPaise: 0, limitedBy: 'too-old' }
  // The share of its leads is fixed with the first return that was paid by it.
  if (row.has_paid_returns) return { maxPaise: 0, limitedBy: 'paid-returns' }
  const allowed = row.used_paise === null ? row.wallet_paise : left - row.used_paise
  const max = withRefundableRest(left, Math.max(0, Math.min(left, allowed)))
  const limitedBy = row.used_paise === null ? 'wallet' : 'used-leads'
  return {
    maxPaise: max < minRefundPaise ? 0 : max,
    limitedBy: max < left ? limitedBy : null,
  }
}
