import type pg from 'pg'
import { type Behaviour, readBehaviour } from './behaviour.ts'
import { captureOrder } from './capture.ts'
import type { OrderRow, PaymentRow } from './entities.ts'
import { addEvent } from './events.ts'
import { failureOf } from './failures.ts'
import { type ErrorObject, GatewayError, invalidInput } from './gateway-error.ts'
import { inTransaction } from './in-transaction.ts'
import { newId } from './new-id.ts'
import type { GatewaySandboxOptions } from './options.ts'
import type { NewPayment } from './parse.ts'
import { sign } from './sign.ts'

/** The fields that the checkout passes to the handler of its page. */
export interface HandlerFields {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/**
 * Attempts to pay an order. A late payment fails first, and is captured when it is due (see due-work.ts).
 * @throws GatewayError with the provider's error object if the payment failed or is not possible
 */
export async function pay(
  { pool, keys }: GatewaySandboxOptions,
  wanted: NewPayment,
): Promise<HandlerFields> {
  if (wanted.key_id !== undefined && wanted.key_id !== keys.keyId) {
    throw new GatewayError(401, { description: 'The api key provided is invalid' })
  }
  const behaviour = await readBehaviour(pool)
  const payment = await inTransaction(pool, async (tx) => {
    const order = await lockOrder(tx, wanted.order_id)
    checkOrder(order, wanted, behaviour)
    return makePayment(tx, order, wanted, behaviour)
  })
  if (payment.error) throw new GatewayError(400, payment.error)
  const text = `${payment.order_id}|${payment.id}`
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: sign(text, keys.keySecret, behaviour.wrongSignature),
  }
}

async function lockOrder(tx: pg.ClientBase, id: string): Promise<OrderRow> {
  const { rows } = await tx.query<OrderRow>(
    'select * from sandbox_orders where id = $1 for update',
    [id],
  )
  if (!rows[0]) throw invalidInput('The id provided does not exist', 'order_id')
  return rows[0]
}

/** @throws GatewayError if the order is paid already or differs from the request */
function checkOrder(order: OrderRow, wanted: NewPayment, behaviour: Behaviour): void {
  if (order.status === 'paid' && !behaviour.allowSurplus) {
    throw new GatewayError(400, {
      description: 'The order has been paid already.',
      source: 'business',
      step: 'payment_initiation',
      reason: 'order_already_paid',
      metadata: { order_id: order.id },
    })
  }
  const isDifferent =
    (wanted.amount !== undefined && wanted.amount !== order.amount) ||
    (wanted.currency !== undefined && wanted.currency !== order.currency)
  if (isDifferent) throw invalidInput('The amount is not the amount of the order.', 'amount')
}

async function makePayment(
  tx: pg.ClientBase,
  order: OrderRow,
  wanted: NewPayment,
  behaviour: Behaviour,
): Promise<PaymentRow> {
  const { outcome } = wanted
  const id = newId('pay_')
  const error: ErrorObject | null =
    outcome === 'success'
      ? null
      : {
          ...failureOf(outcome, wanted.reason),
          metadata: { payment_id: id, order_id: order.id },
        }
  const method = wanted.method ?? (wanted.vpa === undefined ? 'card' : 'upi')
  const card = wanted.card ?? { last4: '1111', network: 'Visa' }
  const { rows } = await tx.query<PaymentRow & { capture_at: Date | null }>(
    `insert into sandbox_payments (id, order_id, amount, currency, status, method, card, vpa, email,
       contact, description, notes, error, capture_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       clock_timestamp() + $14 * interval '1 millisecond')
     returning *`,
    [
      id,
      order.id,
      order.amount,
      order.currency,
      error ? 'failed' : 'captured',
      method,
      method === 'card' ? { id: newId('card_'), ...card } : null,
      method === 'upi' ? (wanted.vpa ?? 'success@razorpay') : null,
      wanted.email ?? null,
      wanted.contact ?? null,
      wanted.description ?? null,
      wanted.notes,
      error,
      outcome === 'late' ? behaviour.delayMs : null,
    ],
  )
  const payment = rows[0] as PaymentRow & { capture_at: Date | null }
  await tx.query(
    `update sandbox_orders set attempts = attempts + 1,
       status = case status when 'created' then 'attempted' else status end where id = $1`,
    [order.id],
  )
  if (error) {
    await addEvent(tx, 'payment.failed', { payment }, behaviour, payment.capture_at ?? undefined)
  } else {
    await captureOrder(tx, payment, behaviour)
  }
  return payment
}
