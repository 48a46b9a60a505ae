import { rupeesFromPaise } from '@raahi/contract/money'
import type { RefundStatus } from '@raahi/contract/payments'
import type { CorrectionLinks, RefundLinks, TransactionMethod } from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import { leadLabel } from '../leads/public/lead-response.ts'

/** The method of a ledger entry or a payment, and the records that refer to it. */
export interface TransactionReferences {
  method: TransactionMethod
  /** The lead of a purchase or a refund. */
  lead_number: number | null
  /** The plan that was sold. */
  plan_name: string | null
  /** The plan that had paid the refunded lead. */
  refunded_plan_name: string | null
  /** Set for a payment that did not pay its order, and for its refund. */
  refunded_payment: 'payment' | 'refund' | null
  /** Why it was refunded: the order was paid already, or had expired. */
  refund_cause: 'duplicate' | 'expired' | null
  /** The number of the recharge that the entry corrects. */
  corrects: string | null
  /** The corrections of a recharge. */
  corrections: { payment_id: string; amount_paise: number }[] | null
  /** The payment that the entry refunds: the number of its entry, the gateway's id, and its plan. */
  refund_of: string | null
  refund_of_gateway_id: string | null
  refund_of_plan: string | null
  refund_status: RefundStatus | null
  /** The refunds of a payment. */
  refunds: { payment_id: string | null; amount_paise: number; status: RefundStatus }[] | null
}

/** The text that agents and admins read in lists, statements and exports. */
export function describeTransaction(transaction: TransactionReferences): string {
  const { method, plan_name, refunded_plan_name, refunded_payment, refund_cause } = transaction
  const lead = transaction.lead_number === null ? '' : leadLabel(transaction.lead_number)
  switch (method) {
    case 'lead_wallet':
      return `Lead ${lead}`
    case 'wallet_refund':
      return `Refund of lead ${lead}${refunded_plan_name === null ? '' : `, plan ${refunded_plan_name}`}`
    case 'recharge_by_admin':
      return 'Wallet recharge'
    case 'recharge_correction':
      return `Correction of recharge ${transaction.corrects ?? ''}`
    case 'top_up_refund':
      return `Refund of top-up ${transaction.refund_of ?? ''}`
    case 'plan_refund':
      return `Refund of plan ${transaction.refund_of_plan ?? ''}`
    case 'plan_wallet':
    case 'cash':
      return `Plan ${plan_name ?? ''}`
    case 'Online':
      if (refunded_payment && refund_cause) return refundedPayments[refund_cause][refunded_payment]
      return plan_name === null ? 'Wallet top-up' : `Plan ${plan_name}`
  }
}

const refundedPayments = {
  duplicate: { payment: 'Second payment of one order', refund: 'Refund of second payment' },
  expired: { payment: 'Payment after the order expired', refund: 'Refund of late payment' },
} as const

/** The links between a recharge and its corrections, for the API. */
export function toCorrectionLinks({
  corrects,
  corrections,
}: Pick<TransactionReferences, 'corrects' | 'corrections'>): CorrectionLinks {
  return {
    corrects,
    corrections: (corrections ?? []).map(({ payment_id, amount_paise }) => ({
      paymentId: payment_id,
      amount: rupeesFromPaise(amount_paise),
    })),
  }
}

/** The links between a payment and its refunds, for the API. */
export function toRefundLinks(
  { refund_status, refunds }: Pick<TransactionReferences, 'refund_status' | 'refunds'>,
  refundOf: string | null,
): RefundLinks {
  return {
    refundOf,
    refundStatus: refund_status,
    refunds: (refunds ?? []).map(({ payment_id, amount_paise, status }) => ({
      paymentId: payment_id,
      amount: rupeesFromPaise(amount_paise),
      status,
    })),
  }
}

/** The refunds of the payment with this id, the oldest first, as JSON. */
const refundsOf = (paymentId: RawBuilder<unknown>) => sql`(
    select json_agg(json_build_object('payment_id', record_label('TX', c.number),
      'amount_paise', r.amount_paise, 'status', r.status) order by r.created_at, r.id)
    from refunds r left join journal_entries c on c.id = r.debit_entry_id
    where r.payment_id = ${paymentId})`

/** The references of a journal entry `e`, with the joins below. */
export const entryReferenceColumns = sql`
  e.method, coalesce(bought_lead.number, replaced.lead_number) as lead_number, sold.plan_name,
  used.plan_name as refunded_plan_name,
  case when refund.id is not null then 'refund' when paid_back.id is not null then 'payment' end
    as refunded_payment,
  coalesce(refund.cause, paid_back.cause) as refund_cause,
  record_label('TX', corrected.number) as corrects,
  case when e.method = 'recharge_by_admin' then (
    select json_agg(json_build_object('payment_id', record_label('TX', c.number),
      'amount_paise', c.amount_paise) order by c.number)
    from recharge_corrections r join journal_entries c on c.id = r.entry_id
    where r.recharge_id = e.id) end as corrections,
  record_label('TX', refunded_entry.number) as refund_of,
  refunded.gateway_payment_id as refund_of_gateway_id, refunded.plan_name as refund_of_plan,
  by_admin.status as refund_status,
  case when e.method = 'Online' then ${refundsOf(sql`(select id from payments where entry_id = e.id)`)} end as refunds`

/** Each of these joins adds at most one row, by a unique index. */
export const entryReferenceJoins = sql`
  left join purchases bought on bought.entry_id = e.id
  left join leads bought_lead on bought_lead.id = bought.lead_id
  left join replacement_requests replaced on replaced.entry_id = e.id
  left join purchases replaced_purchase on replaced_purchase.id = replaced.purchase_id
  left join subscriptions used on used.id = replaced_purchase.subscription_id
  left join subscriptions sold on sold.entry_id = e.id
  left join recharge_corrections correction on correction.entry_id = e.id
  left join journal_entries corrected on corrected.id = correction.recharge_id
  left join refunds refund on refund.entry_id = e.id
  left join payments paid on paid.entry_id = e.id and paid.surplus
  left join refunds paid_back on paid_back.payment_id = paid.id
  left join refunds by_admin on by_admin.debit_entry_id = e.id
  left join payments refunded on refunded.id = by_admin.payment_id
  left join journal_entries refunded_entry on refunded_entry.id = refunded.entry_id`

/** The references of a payment `p`, in the same columns. */
export const paymentReferenceColumns = sql`
  'Online' as method, null::bigint as lead_number, p.plan_name, null as refunded_plan_name,
  case when p.surplus then 'payment' end as refunded_payment,
  (select r.cause from refunds r where r.payment_id = p.id and r.cause <> 'admin') as refund_cause,
  null as corrects, null::json as corrections, null as refund_of, null as refund_of_gateway_id, null as refund_of_plan,
  null as refund_status, ${refundsOf(sql`p.id`)} as refunds`
