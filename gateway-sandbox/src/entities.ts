import type { Behaviour } from './behaviour.ts'
import type { ErrorObject } from './gateway-error.ts'

// The rows of the database, and their format in the provider's API and webhooks.

export interface OrderRow {
  id: string
  amount: number
  currency: string
  receipt: string | null
  notes: Record<string, string | number>
  status: 'created' | 'attempted' | 'paid'
  amount_paid: number
  attempts: number
  created_at: Date
}

export interface PaymentRow {
  id: string
  order_id: string
  amount: number
  currency: string
  status: 'captured' | 'refunded' | 'failed'
  method: 'card' | 'upi'
  card: { id: string; last4: string; network: string } | null
  vpa: string | null
  email: string | null
  contact: string | null
  description: string | null
  notes: Record<string, string | number>
  error: ErrorObject | null
  amount_refunded: number
  created_at: Date
}

export interface RefundRow {
  id: string
  payment_id: string
  amount: number
  receipt: string | null
  notes: Record<string, string | number>
  speed: string
  status: 'pending' | 'processed'
  request: string
  created_at: Date
}

export function orderEntity(order: OrderRow) {
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: order.amount_paid,
    amount_due: Math.max(0, order.amount - order.amount_paid),
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: notesOf(order),
    created_at: seconds(order.created_at),
  }
}

/** @param behaviour its wrong amount and currency, if set, replace those of the payment */
export function paymentEntity(
  payment: PaymentRow,
  { wrongAmount, wrongCurrency }: Pick<Behaviour, 'wrongAmount' | 'wrongCurrency'>,
) {
  const { card, error } = payment
  const isCaptured = payment.status !== 'failed'
  // The tax on the fee: 18% of 2%. The product reads neither.
  const tax = Math.round(payment.amount * 0.0036)
  return {
    id: payment.id,
    entity: 'payment',
    amount: wrongAmount ?? payment.amount,
    currency: wrongCurrency ?? payment.currency,
    status: payment.status,
    order_id: payment.order_id,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: payment.amount_refunded,
    refund_status:
      payment.amount_refunded === 0 ? null : payment.status === 'refunded' ? 'full' : 'partial',
    captured: isCaptured,
    description: payment.description,
    card_id: card?.id ?? null,
    ...(card && {
      card: {
        ...card,
        entity: 'card',
        name: '',
        international: false,
        type: 'credit',
        issuer: null,
        emi: false,
        sub_type: 'consumer',
      },
    }),
    bank: null,
    wallet: null,
    vpa: payment.vpa,
    ...(payment.vpa !== null && { upi: { vpa: payment.vpa } }),
    email: payment.email,
    contact: payment.contact,
    notes: notesOf(payment),
    fee: isCaptured ? Math.round(payment.amount * 0.02) + tax : null,
    tax: isCaptured ? tax : null,
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error?.step ?? null,
    error_reason: error?.reason ?? null,
    acquirer_data: payment.method === 'card' ? { auth_code: null } : { rrn: null },
    // With the fraction that the provider cuts off, so that tests can order what happens within a second.
    created_at: payment.created_at.getTime() / 1000,
  }
}

export function refundEntity(refund: RefundRow) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: 'INR',
    payment_id: refund.payment_id,
    notes: notesOf(refund),
    receipt: refund.receipt,
    acquirer_data: { arn: null },
    created_at: seconds(refund.created_at),
    batch_id: null,
    status: refund.status,
    speed_requested: refund.speed,
    speed_processed: 'normal',
  }
}

/** A list in the provider's format. */
export function collection<T>(items: readonly T[]) {
  return { entity: 'collection', count: items.length, items }
}

/** Empty notes are an empty list, like at the provider. */
const notesOf = ({ notes }: { notes: Record<string, string | number> }) =>
  Object.keys(notes).length > 0 ? notes : []

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
