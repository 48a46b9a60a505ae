import type { TransactionMethod } from '@raahi/contract/transactions'
import { sql } from 'kysely'
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

/** The references of a journal entry `e`, with the joins below. */
export const entryReferenceColumns = sql`
  e.method, coalesce(bought_lead.number, replaced.lead_number) as lead_number, sold.plan_name,
  used.plan_name as refunded_plan_name,
  case when refund.id is not null then 'refund' when paid_back.id is not null then 'payment' end
    as refunded_payment,
  coalesce(refund.cause, paid_back.cause) as refund_cause`

/** Each of these joins adds at most one row, by a unique index. */
export const entryReferenceJoins = sql`
  left join purchases bought on bought.entry_id = e.id
  left join leads bought_lead on bought_lead.id = bought.lead_id
  left join replacement_requests replaced on replaced.entry_id = e.id
  left join purchases replaced_purchase on replaced_purchase.id = replaced.purchase_id
  left join subscriptions used on used.id = replaced_purchase.subscription_id
  left join subscriptions sold on sold.entry_id = e.id
  left join refunds refund on refund.entry_id = e.id
  left join payments paid on paid.entry_id = e.id and paid.surplus
  left join refunds paid_back on paid_back.payment_id = paid.id`

/** The references of a payment `p`, in the same columns. */
export const paymentReferenceColumns = sql`
  'Online' as method, null::bigint as lead_number, p.plan_name, null as refunded_plan_name,
  case when p.surplus then 'payment' end as refunded_payment,
  (select r.cause from refunds r where r.payment_id = p.id) as refund_cause`
