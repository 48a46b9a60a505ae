import type pg from 'pg'
import { withClient } from '../../server/src/testing/load/database.ts'
import { listViolations, read, textOf } from './compare.ts'
import { type Deployment, databaseOf } from './deployment.ts'
import type { ExpectedState } from './expected-state.ts'

/** Compares the gateway's payments and refunds with the product's, and with the responses to the agents. */
export async function checkPayments(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  const orders = await read(
    client,
    `select gateway_order_id, user_id, kind, amount_paise from orders
     where gateway_order_id is not null`,
  )
  const captured = await read(
    client,
    `select p.gateway_payment_id, o.gateway_order_id, p.user_id from payments p
     join orders o on o.id = p.order_id where p.status = 'captured' and not p.surplus`,
  )
  return [
    ...[...expected.orders].flatMap(([id, { userId, kind, amountPaise }]) =>
      orders.get(id) === textOf(userId, kind, amountPaise)
        ? []
        : [`order ${id} of ${userId} was acknowledged and is stored as ${orders.get(id)}`],
    ),
    ...expected.payments.flatMap(({ paymentId, orderId, userId }) =>
      captured.get(paymentId) === textOf(orderId, userId)
        ? []
        : [
            `payment ${paymentId} of ${userId} was acknowledged and is stored as ${captured.get(paymentId)}`,
          ],
    ),
    ...(await listViolations(
      client,
      'captured at the gateway, but not granted exactly once',
      notGrantedOnce,
    )),
    ...(await listViolations(client, 'granted without a captured payment at the gateway', unpaid)),
    ...(await listViolations(
      client,
      'a duplicate payment that was not refunded exactly once',
      notRefundedOnce,
    )),
    ...(await listViolations(
      client,
      'refunded at the gateway, but not recorded',
      unrecordedRefunds,
    )),
  ]
}

/**
 * One captured payment of an order settles it and grants what was ordered, even if callbacks and webhooks failed, unless
 * all its payments were begun after it had expired.
 */
const notGrantedOnce = `
  select o.gateway_order_id, o.kind, o.status, paid.n, granted.n
  from orders o, lateral (
    select count(*) as n from sandbox_payments s
    where s.order_id = o.gateway_order_id and s.status in ('captured', 'refunded') and not exists (
      select from refunds f join payments p on p.id = f.payment_id
      where p.gateway_payment_id = s.id and f.cause = 'expired')
  ) at_gateway, lateral (
    select count(*) as n from payments p
    where p.order_id = o.id and p.status = 'captured' and not p.surplus
  ) paid, lateral (
    select count(*) as n from payments p join journal_entries e on e.id = p.entry_id
    left join subscriptions s on s.entry_id = e.id
    where p.order_id = o.id and not p.surplus and e.user_id = o.user_id
      and e.amount_paise = o.amount_paise and (s.id is not null) = (o.kind = 'plan')
  ) granted
  where (at_gateway.n > 0) <> (o.status = 'paid')
    or paid.n <> least(at_gateway.n, 1) or granted.n <> least(at_gateway.n, 1)`

const unpaid = `
  select p.gateway_payment_id, p.status, p.amount_paise, s.status, s.amount
  from payments p left join sandbox_payments s on s.id = p.gateway_payment_id
  where p.status <> 'failed' and (s.id is null or s.status not in ('captured', 'refunded')
    or s.amount <> p.amount_paise)`

/** The captured payments of an order are refunded once, in full, except for the one that paid it. */
const notRefundedOnce = `
  select s.order_id, count(*) as captured, count(*) filter (where s.status = 'refunded') as returned,
    coalesce(sum(r.refunds), 0) as refunds, coalesce(sum(o.refunds), 0) as ours
  from sandbox_payments s
  join lateral (
    select count(*) filter (where status = 'paid') as payments from orders
    where gateway_order_id = s.order_id
  ) paid on true
  left join lateral (
    select count(*) as refunds from sandbox_refunds where payment_id = s.id
  ) r on true
  left join lateral (
    select count(*) as refunds from refunds f join payments p on p.id = f.payment_id
    where p.gateway_payment_id = s.id and p.status = 'lead_refund' and f.status = 'processed'
  ) o on true
  where s.status in ('captured', 'refunded')
  group by s.order_id, paid.payments
  having count(*) - paid.payments <> count(*) filter (where s.status = 'refunded')
    or count(*) - paid.payments <> coalesce(sum(r.refunds), 0)
    or count(*) - paid.payments <> coalesce(sum(o.refunds), 0)`

const unrecordedRefunds = `
  select r.id, r.amount, f.status, f.amount_paise from sandbox_refunds r
  left join refunds f on f.gateway_refund_id = r.id
  where f.id is null or f.amount_paise <> r.amount or f.status <> 'processed'`

/**
 * Whether the gateway and the product have no pending work: events to send, late captures, captured payments that are
 * not recorded, or refunds.
 */
export async function isSettled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ left: boolean }>(`
    select exists (select from sandbox_events where state = 'pending')
      or exists (select from sandbox_payments where capture_at is not null)
      or exists (select from sandbox_refunds where process_at is not null)
      or exists (select from refunds where status = 'pending')
      or exists (select from sandbox_payments s
        left join payments p on p.gateway_payment_id = s.id and p.status <> 'failed'
        where s.status in ('captured', 'refunded') and p.id is null) as left`)
  return rows[0]?.left === false
}

/** Makes the reconciler check every order and refund, and the gateway send its events, on their next run. */
export async function makePaymentTasksDue(client: pg.Client): Promise<void> {
  await client.query(`update sandbox_events set due_at = clock_timestamp() where state = 'pending'`)
  await client.query(`update orders set next_check_at = clock_timestamp() where status <> 'closed'`)
  await client.query(`update refunds set next_check_at = clock_timestamp()`)
  // The reconciler no longer checks closed orders. If every event was lost, an operator lets the gateway send it again.
  await client.query(`
    insert into sandbox_events (id, event, order_id, body, due_at)
    select 'again_' || e.id, e.event, e.order_id, e.body, clock_timestamp() from sandbox_events e
    join orders o on o.gateway_order_id = e.order_id
    where o.status = 'closed' and e.event = 'payment.captured'
    on conflict do nothing`)
}

/** Counts refunded payments, and payments for orders that the reconciler no longer checked. */
export async function countRefunds(
  deployment: Deployment,
  { expired }: ExpectedState,
): Promise<{ refunded: number; paidTooLate: number }> {
  return withClient(await databaseOf(deployment), async (client) => {
    const { rows } = await client.query<{ sent_back: number; too_late: number }>(
      `select (select count(*) from refunds where status = 'processed') as sent_back,
        (select count(*) from orders where status = 'paid' and gateway_order_id = any ($1)) as too_late`,
      [[...expired]],
    )
    return { refunded: rows[0]?.sent_back ?? 0, paidTooLate: rows[0]?.too_late ?? 0 }
  })
}
