import type pg from 'pg'
import { type Behaviour, readBehaviour } from './behaviour.ts'
import type { OrderRow, PaymentRow } from './entities.ts'
import { addEvent } from './events.ts'
import { unknownId } from './gateway-error.ts'
import { inTransaction } from './in-transaction.ts'

/** Marks the order of a captured payment as paid, unless another payment has paid it already. */
export async function captureOrder(
  tx: pg.ClientBase,
  payment: PaymentRow,
  behaviour: Behaviour,
): Promise<void> {
  const { rows } = await tx.query<OrderRow>(
    `update sandbox_orders set status = 'paid', amount_paid = amount
     where id = $1 and status <> 'paid' returning *`,
    [payment.order_id],
  )
  await addEvent(tx, 'payment.captured', { payment }, behaviour)
  const [order] = rows
  if (order) await addEvent(tx, 'order.paid', { payment, order }, behaviour)
}

/**
 * Captures one late payment that is due and that no other process is capturing.
 * @returns whether one was due
 */
export async function captureOneLate(pool: pg.Pool): Promise<boolean> {
  const behaviour = await readBehaviour(pool)
  return inTransaction(pool, async (tx) => {
    const due = await tx.query<PaymentRow>(
      `select * from sandbox_payments where capture_at <= clock_timestamp()
       order by capture_at limit 1 for update skip locked`,
    )
    const [payment] = due.rows
    if (payment) await captureLate(tx, payment.id, behaviour)
    return payment !== undefined
  })
}

/** Captures a late payment before it is due. @throws GatewayError if no such late payment exists */
export async function captureLateNow(pool: pg.Pool, paymentId: string): Promise<PaymentRow> {
  const behaviour = await readBehaviour(pool)
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query(
      'select 1 from sandbox_payments where id = $1 and capture_at is not null for update',
      [paymentId],
    )
    if (rows.length === 0) throw unknownId()
    return captureLate(tx, paymentId, behaviour)
  })
}

async function captureLate(
  tx: pg.ClientBase,
  paymentId: string,
  behaviour: Behaviour,
): Promise<PaymentRow> {
  const { rows } = await tx.query<PaymentRow>(
    `update sandbox_payments set status = 'captured', error = null, capture_at = null where id = $1
     returning *`,
    [paymentId],
  )
  const payment = rows[0] as PaymentRow
  await captureOrder(tx, payment, behaviour)
  return payment
}
