import { sql } from 'kysely'
import { withTransaction } from '../../platform/database/transaction.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import {
  type GatewayPayment,
  GatewayRefused,
  GatewayUnavailable,
  type RetryPolicy,
} from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { isExpired } from './orders.queries.ts'
import { sendRefundJob } from './refund-payment.ts'
import type { SettleDeps } from './settle-deps.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Number of orders claimed and checked together. Orders claimed by a process that dies are checked at their next due
 * time.
 */
const claimedAtOnce = 8
/** The gateway captures a payment that its bank confirms this late. */
const daySeconds = 24 * 60 * 60
const checkForDays = 5
/** One attempt, because the order is checked again later. Shorter than the time that a stop of the product waits. */
const retryPolicy: RetryPolicy = { timeoutMs: 3000, tries: 1 }

type Deps = SettleDeps & { payments: OnlinePayments }

/**
 * Checks orders without a reported payment: a closed tab, a lost webhook, a bank that confirms after days.
 */
export function reconcilerTask(deps: Deps): ScheduledTask {
  return {
    name: 'reconciler',
    cron: everyMinute,
    run: (signal) => reconcile(deps, () => signal.aborted),
  }
}

/**
 * Checks every order that is due, and queues refunds whose job was lost. If the gateway is unreachable, this run ends
 * and the orders stay due later.
 */
export async function reconcile(deps: Deps, isStopped = () => false): Promise<void> {
  if (!deps.payments.isOn) return
  await resendRefunds(deps)
  for (;;) {
    if (isStopped()) return
    const orders = await claimOrders(deps)
    if (orders.length === 0) return
    const checked = await Promise.all(orders.map((order) => checkOrLog(deps, order)))
    if (checked.includes('unavailable')) return
  }
}

interface Claimed {
  id: string
  gateway_order_id: string
  /** Created, or paid, longer ago than the period in which orders are checked. */
  is_old: boolean
  /** By the database's clock, since 1970. */
  now_seconds: number
}

/**
 * Claims the next due orders for this process by moving their next check, and marks expired ones. An open order is checked after half a minute
 * in its first hour, then less and less often, finally hourly. A paid order is checked about ten times over the
 * following days: a payment that failed before the successful one may still be captured, and must be refunded.
 */
async function claimOrders({ database }: Deps): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update orders o set
      status = case when ${isExpired} then 'expired' else status end,
      next_check_at = clock_timestamp() + case
        when status = 'paid' then greatest(interval '1 hour', (clock_timestamp() - paid_at) / 2)
        when clock_timestamp() < created_at + interval '1 hour' then interval '30 seconds'
        else least(interval '1 hour', (clock_timestamp() - created_at) / 20) end
    where id = any (array(
      select id from orders
      where status <> 'closed' and gateway_order_id is not null
        and next_check_at <= clock_timestamp()
      order by next_check_at limit ${claimedAtOnce}::integer for update skip locked
    ))
    returning id, gateway_order_id, clock_timestamp() >
      coalesce(paid_at, created_at) + make_interval(days => ${checkForDays}::integer) as is_old,
      extract(epoch from clock_timestamp())::float8 as now_seconds
  `.execute(database.kysely)
  return rows
}

/** Logs failures, so that an order that cannot be settled does not stop the others. */
async function checkOrLog(deps: Deps, order: Claimed): Promise<'checked' | 'unavailable'> {
  try {
    await checkOrder(deps, order)
    return 'checked'
  } catch (error) {
    const isGatewayError = error instanceof GatewayUnavailable || error instanceof GatewayRefused
    const details = { err: error, order: order.id }
    if (isGatewayError) deps.log.warn(details, 'the gateway did not answer a query for an order')
    else deps.log.error(details, 'an order could not be reconciled')
    return isGatewayError ? 'unavailable' : 'checked'
  }
}

async function checkOrder(deps: Deps, claimed: Claimed): Promise<void> {
  const { id, gateway_order_id, is_old, now_seconds } = claimed
  const payments = await deps.payments.gateway.fetchOrderPayments(gateway_order_id, retryPolicy)
  // If two payments were captured, the earlier one pays the order and the later one is refunded.
  for (const payment of payments.toSorted(byTime)) await settlePayment(deps, payment)
  if (!is_old || payments.some((payment) => isRecent(payment, now_seconds))) return
  await sql`update orders set next_check_at = null,
    status = case when status = 'paid' then status else 'closed' end
    where id = ${id}`.execute(deps.database.kysely)
}

const byTime = (a: GatewayPayment, b: GatewayPayment) => (a.created_at ?? 0) - (b.created_at ?? 0)

/** The bank may still confirm it. */
function isRecent({ created_at }: GatewayPayment, nowSeconds: number): boolean {
  return nowSeconds - (created_at ?? 0) < checkForDays * daySeconds
}

/** Queues the job of each overdue refund again. Two jobs of one refund are harmless. */
async function resendRefunds(deps: Deps): Promise<void> {
  await withTransaction(deps.database, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update refunds set next_check_at = clock_timestamp() + interval '1 hour'
      where id = any (array(
        select id from refunds where status = 'pending' and next_check_at <= clock_timestamp()
        order by next_check_at limit ${claimedAtOnce}::integer for update skip locked
      ))
      returning id`.execute(tx)
    for (const { id } of rows) await sendRefundJob(deps, tx, id)
  })
}
