import type pg from 'pg'
import { type Behaviour, readBehaviour } from './behaviour.ts'
import type { PaymentRow, RefundRow } from './entities.ts'
import { addEvent } from './events.ts'
import { GatewayError, invalidInput, unknownId } from './gateway-error.ts'
import { inTransaction } from './in-transaction.ts'
import { newId } from './new-id.ts'
import type { ListQuery, NewRefund } from './parse.ts'

/**
 * Refunds a captured payment, in full unless an amount is given. A repeated idempotency key returns the same refund.
 * @throws GatewayError if the payment does not exist, the amount exceeds its remainder, or the key was used for a
 *   different request (400), or if another request with the key is in progress (409)
 */
export async function refundPayment(
  pool: pg.Pool,
  paymentId: string,
  wanted: NewRefund,
  idempotencyKey: string | undefined,
): Promise<RefundRow> {
  if (idempotencyKey !== undefined && !/^[\w-]{10,}$/.test(idempotencyKey)) {
    throw invalidInput(
      'The idempotency key must be at least 10 letters, digits, hyphens or underscores.',
    )
  }
  const behaviour = await readBehaviour(pool)
  const request = JSON.stringify([paymentId, wanted])
  return inTransaction(pool, async (tx) => {
    if (idempotencyKey !== undefined) {
      const earlier = await findEarlier(tx, idempotencyKey, request)
      if (earlier) return earlier
    }
    const payment = await deductRefund(tx, paymentId, wanted.amount)
    return makeRefund(tx, payment, wanted, behaviour, { idempotencyKey, request })
  })
}

async function findEarlier(
  tx: pg.ClientBase,
  key: string,
  request: string,
): Promise<RefundRow | undefined> {
  const lock = await tx.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 14)) as taken',
    [`sandbox refund ${key}`],
  )
  if (!lock.rows[0]?.taken) {
    throw new GatewayError(409, {
      description: 'Another request with the same idempotency key is being processed.',
    })
  }
  const { rows } = await tx.query<RefundRow>(
    'select * from sandbox_refunds where idempotency_key = $1',
    [key],
  )
  if (rows[0] && rows[0].request !== request) {
    throw new GatewayError(400, {
      description: 'Another request with the same idempotency key has been processed already.',
    })
  }
  return rows[0]
}

/** Deducts the amount, or else the remainder. @returns the changed payment, and in `taken` the deducted amount */
async function deductRefund(
  tx: pg.ClientBase,
  paymentId: string,
  amount: number | undefined,
): Promise<PaymentRow & { taken: number }> {
  const { rows } = await tx.query<PaymentRow>(
    'select * from sandbox_payments where id = $1 for update',
    [paymentId],
  )
  const [payment] = rows
  if (!payment) throw unknownId()
  if (payment.status === 'failed') {
    throw invalidInput('The payment status should be captured for action to be taken')
  }
  if (payment.status === 'refunded') {
    throw invalidInput('The payment has been fully refunded already')
  }
  const left = payment.amount - payment.amount_refunded
  const taken = amount ?? left
  if (taken > left) {
    throw invalidInput('The refund amount is greater than what is left of the payment', 'amount')
  }
  const updated = await tx.query<PaymentRow>(
    `update sandbox_payments set amount_refunded = amount_refunded + $2,
       status = case when amount_refunded + $2 = amount then 'refunded' else status end
     where id = $1 returning *`,
    [paymentId, taken],
  )
  return { ...(updated.rows[0] as PaymentRow), taken }
}

async function makeRefund(
  tx: pg.ClientBase,
  payment: PaymentRow & { taken: number },
  wanted: NewRefund,
  behaviour: Behaviour,
  source: { idempotencyKey: string | undefined; request: string },
): Promise<RefundRow> {
  const { slowRefunds, delayMs } = behaviour
  const { rows } = await tx.query<RefundRow>(
    `insert into sandbox_refunds (id, payment_id, amount, receipt, notes, speed, status, process_at,
       idempotency_key, request)
     values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 millisecond', $9, $10)
     returning *`,
    [
      newId('rfnd_'),
      payment.id,
      payment.taken,
      wanted.receipt ?? null,
      wanted.notes,
      wanted.speed,
      slowRefunds ? 'pending' : 'processed',
      slowRefunds ? delayMs : null,
      source.idempotencyKey ?? null,
      source.request,
    ],
  )
  const refund = rows[0] as RefundRow
  await addEvent(tx, 'refund.created', { payment, refund }, behaviour)
  if (!slowRefunds) await addEvent(tx, 'refund.processed', { payment, refund }, behaviour)
  return refund
}

/** Processes one pending refund that is due. @returns whether one was due */
export async function processOneRefund(pool: pg.Pool): Promise<boolean> {
  const behaviour = await readBehaviour(pool)
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<RefundRow>(
      `update sandbox_refunds set status = 'processed', process_at = null
       where id = (select id from sandbox_refunds where process_at <= clock_timestamp()
         order by process_at limit 1 for update skip locked)
       returning *`,
    )
    const [refund] = rows
    if (!refund) return false
    const payments = await tx.query<PaymentRow>('select * from sandbox_payments where id = $1', [
      refund.payment_id,
    ])
    const payment = payments.rows[0] as PaymentRow
    await addEvent(tx, 'refund.processed', { payment, refund }, behaviour)
    return true
  })
}

/** @throws GatewayError if the refund does not exist */
export async function readRefund(pool: pg.Pool, id: string): Promise<RefundRow> {
  const { rows } = await pool.query<RefundRow>('select * from sandbox_refunds where id = $1', [id])
  if (!rows[0]) throw unknownId()
  return rows[0]
}

/** Newest first. */
export async function listRefundsOfPayment(
  pool: pg.Pool,
  paymentId: string,
  page: Pick<ListQuery, 'count' | 'skip'>,
): Promise<RefundRow[]> {
  const { rows } = await pool.query<RefundRow>(
    'select * from sandbox_refunds where payment_id = $1 order by created_at desc, id desc limit $2 offset $3',
    [paymentId, page.count, page.skip],
  )
  return rows
}
