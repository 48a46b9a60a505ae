import type pg from 'pg'
import type { Behaviour } from './behaviour.ts'
import {
  type OrderRow,
  orderEntity,
  type PaymentRow,
  paymentEntity,
  type RefundRow,
  refundEntity,
} from './entities.ts'
import { newId } from './new-id.ts'

type EventName =
  | 'payment.captured'
  | 'payment.failed'
  | 'order.paid'
  | 'refund.created'
  | 'refund.processed'

interface About {
  payment: PaymentRow
  order?: OrderRow
  refund?: RefundRow
}

/** A reversed webhook waits this long for later webhooks of the same order. */
const reversedWithinMs = 1000
/** Time between two reversed webhooks, so that they arrive in this order. */
const reversedApartMs = 50

/**
 * Stores a webhook in the transaction of the change that it reports, to be sent according to the present behaviour.
 * @param notBefore only for a reversed webhook: the time of a later event that is to be sent first
 */
export async function addEvent(
  tx: pg.ClientBase,
  event: EventName,
  about: About,
  behaviour: Behaviour,
  notBefore?: Date,
): Promise<void> {
  const { webhooks, delayMs } = behaviour
  const orderId = about.payment.order_id
  const waitMs =
    webhooks === 'delay'
      ? delayMs
      : webhooks === 'reverse'
        ? Math.min(delayMs, reversedWithinMs)
        : 0
  await tx.query(
    `insert into sandbox_events (id, event, order_id, body, state, copies, due_at)
     values ($1, $2, $3, $4, $5, $6,
       greatest(clock_timestamp(), $8::timestamptz) + $7 * interval '1 millisecond')`,
    [
      newId(''),
      event,
      orderId,
      bodyOf(event, about, behaviour),
      webhooks === 'drop' ? 'dropped' : 'pending',
      webhooks === 'repeat' ? 3 : 1,
      waitMs,
      webhooks === 'reverse' ? notBefore : null,
    ],
  )
  if (webhooks === 'reverse') await reversePending(tx, orderId)
}

/** Reverses the order of the pending webhooks of an order: the latest is sent first. */
async function reversePending(tx: pg.ClientBase, orderId: string): Promise<void> {
  await tx.query(
    `with waiting as (
       select id, row_number() over (order by seq desc) - 1 as place,
         first_value(due_at) over (order by seq desc) as first_due
       from sandbox_events where order_id = $1 and state = 'pending' and tries = 0)
     update sandbox_events e
       set due_at = greatest(e.due_at, first_due + place * $2 * interval '1 millisecond')
     from waiting where waiting.id = e.id and place > 0`,
    [orderId, reversedApartMs],
  )
}

function bodyOf(event: EventName, about: About, behaviour: Behaviour): string {
  const { payment, order, refund } = about
  const payload = {
    ...(refund && { refund: { entity: refundEntity(refund) } }),
    payment: { entity: paymentEntity(payment, behaviour) },
    ...(order && { order: { entity: orderEntity(order) } }),
  }
  return JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox0000000',
    event,
    contains: Object.keys(payload),
    payload,
    created_at: Math.floor(Date.now() / 1000),
  })
}
