import { sql } from 'kysely'
import { withTransaction } from '../../platform/database/transaction.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import {
  type GatewayPayment,
  GatewayRefused,
  GatewayUnavailable,
  type RetryPolicy,
} from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { sendRefundJob } from './refund-duplicate-payment.ts'
import type { SettleDeps } from './settle-deps.ts'
import { settlePayment } from './settle-payment.ts'

const everyMs = 30_000
/** A restart is when something may have been lost. */
const firstAfterMs = 2000
/** Taken and asked about together; what a process that dies has taken waits for its next turn. */
const claimedAtOnce = 8
/** The gateway still captures a payment that its bank confirms as late as this. */
const daySeconds = 24 * 60 * 60
const askForDays = 5
/** Once: it asks again by itself. Shorter than a stop of the product waits for what is going on. */
const retryPolicy: RetryPolicy = { timeoutMs: 3000, tries: 1 }

type Deps = SettleDeps & { payments: OnlinePayments }

/**
 * Starts asking the gateway about orders that nobody has reported a payment of: a closed tab, a lost webhook, a bank that
 * took days. Each process does so; they share the orders among them.
 * @returns what ends it
 */
export function startReconciler(deps: Deps): () => Promise<void> {
  let stopped = false
  const run = () => reconcile(deps, () => stopped)
  const onError = (error: unknown) => deps.log.error({ err: error }, 'the reconciler failed')
  let first = Promise.resolve()
  const timer = setTimeout(() => {
    first = run().catch(onError)
  }, firstAfterMs).unref()
  const stop = repeat(run, everyMs, onError)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await Promise.all([first, stop()])
  }
}

/**
 * Asks about every order whose time has come, and sees to refunds whose job was lost. A gateway that cannot be reached
 * ends this round, not the orders: they are asked about again.
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
  /** It was made, or paid, longer ago than orders are asked about. */
  is_old: boolean
  /** By the database's clock, since 1970. */
  now_seconds: number
}

/**
 * Takes the next few orders for this process alone, by putting off when they are asked about again. An open one: after
 * half a minute in the first hour, then ever more seldom, at last hourly. A paid one some ten times over the days that
 * follow: a payment that failed before the one that paid may be captured as well, and has to go back.
 */
async function claimOrders({ database }: Deps): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update orders set next_check_at = clock_timestamp() + case
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
      coalesce(paid_at, created_at) + make_interval(days => ${askForDays}::integer) as is_old,
      extract(epoch from clock_timestamp())::float8 as now_seconds
  `.execute(database.kysely)
  return rows
}

/** One order that cannot be settled must not keep the others from it. */
async function checkOrLog(deps: Deps, order: Claimed): Promise<'asked' | 'unavailable'> {
  try {
    await checkOrder(deps, order)
    return 'asked'
  } catch (error) {
    const isGateways = error instanceof GatewayUnavailable || error instanceof GatewayRefused
    const details = { err: error, order: order.id }
    if (isGateways) deps.log.warn(details, 'the gateway could not be asked about an order')
    else deps.log.error(details, 'an order could not be reconciled')
    return isGateways ? 'unavailable' : 'asked'
  }
}

async function checkOrder(deps: Deps, claimed: Claimed): Promise<void> {
  const { id, gateway_order_id, is_old, now_seconds } = claimed
  const payments = await deps.payments.gateway.fetchOrderPayments(gateway_order_id, retryPolicy)
  // Of two that were captured the earlier one pays, the later one goes back.
  for (const payment of payments.toSorted(byTime)) await settlePayment(deps, payment)
  if (!is_old || payments.some((payment) => isRecent(payment, now_seconds))) return
  await sql`update orders set next_check_at = null,
    status = case status when 'open' then 'closed' else status end
    where id = ${id}`.execute(deps.database.kysely)
}

const byTime = (a: GatewayPayment, b: GatewayPayment) => (a.created_at ?? 0) - (b.created_at ?? 0)

/** Its bank may still confirm it. */
function isRecent({ created_at }: GatewayPayment, nowSeconds: number): boolean {
  return nowSeconds - (created_at ?? 0) < askForDays * daySeconds
}

/** Sends the job of each refund again that should long be done. Two jobs of one refund do no harm. */
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
