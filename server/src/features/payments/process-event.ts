import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../platform/database/schema.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { GatewayRefused, GatewayUnavailable, type RetryPolicy } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { processRefund, RefundNotDone } from './refund-payment.ts'
import type { SettleDeps } from './settle-deps.ts'
import { isEventProcessed, settlePayment } from './settle-payment.ts'

// Only the ids of an event are used, to query the gateway. A forged event cannot grant anything that the gateway does
// not confirm.

/** The gateway's format of ids. Other ids cannot be queried. */
const id = z.string().regex(/^[A-Za-z0-9_]{1,64}$/)
const event = z.object({
  event: z.string().max(100),
  payload: z
    .object({
      payment: z.object({ entity: z.object({ id, order_id: id.nullish() }) }).optional(),
      refund: z.object({ entity: z.object({ id, payment_id: id }) }).optional(),
    })
    .default({}),
})

const aboutPayments = new Set([
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
])
const aboutRefunds = new Set(['refund.created', 'refund.processed', 'refund.failed'])
/** A bank disputes a payment. An admin must decide, so the product changes nothing. */
const isDispute = (name: string) => name.startsWith('payment.dispute.')

/** The gateway waits five seconds for the response. */
export const eventRetryPolicy: RetryPolicy = { timeoutMs: 1800, tries: 2 }

type Deps = SettleDeps & { payments: OnlinePayments }

/**
 * Processes an event of the gateway, once per event id. Events that are invalid, unknown or about a foreign order are
 * logged and ignored: sending them again would change nothing.
 * @param id the gateway's id of the event
 * @throws ApiFailure GATEWAY_FAILED if the gateway cannot be queried: the event counts as not received
 */
export async function processEvent(deps: Deps, id: string, body: Buffer): Promise<void> {
  const { log } = deps
  const read = readEvent(body)
  if (!read) return log.warn({ event: id }, 'ignored an event that cannot be parsed')
  const { event, payload } = read
  if (await isEventProcessed(deps.database.kysely, id)) return
  try {
    if (aboutPayments.has(event) && payload.payment) {
      await settleReported(deps, { id, event }, payload.payment.entity)
    } else if (aboutRefunds.has(event) && payload.refund) {
      await recordRefund(deps, payload.refund.entity)
    } else if (isDispute(event)) {
      const facts = { event: id, name: event, payment: payload.payment?.entity.id }
      log.error(facts, 'a bank disputes a payment: an admin must answer at the gateway')
    } else {
      log.info({ event: id, name: event }, 'ignored an event of another kind')
    }
  } catch (cause) {
    if (!(cause instanceof GatewayUnavailable || cause instanceof GatewayRefused)) throw cause
    throw new ApiFailure('GATEWAY_FAILED', { message: 'Please send this event again.', cause })
  }
}

function readEvent(body: Buffer): z.output<typeof event> | undefined {
  try {
    return event.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}

async function settleReported(
  deps: Deps,
  event: { id: string; event: string },
  reported: { id: string; order_id?: string | null | undefined },
): Promise<void> {
  const facts = { event: event.id, name: event.event, payment: reported.id }
  if (!(await isOurs(deps.database.kysely, reported.order_id))) {
    return deps.log.info(facts, 'ignored an event of an unknown order')
  }
  const payment = await deps.payments.gateway.fetchPayment(reported.id, eventRetryPolicy)
  if (!payment)
    return deps.log.warn(facts, 'ignored an event: the gateway does not know its payment')
  await settlePayment(deps, payment, event)
}

async function isOurs(
  db: Kysely<Schema>,
  gatewayOrderId: string | null | undefined,
): Promise<boolean> {
  if (!gatewayOrderId) return false
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('gateway_order_id', '=', gatewayOrderId)
    .executeTakeFirst()
  return order !== undefined
}

/**
 * A refund has progressed at the gateway: runs the same code as the refund job for each refund of the payment. Then each has
 * stored its id at the gateway, so another id belongs to a refund that was made by hand.
 */
async function recordRefund(
  deps: Deps,
  reported: { id: string; payment_id: string },
): Promise<void> {
  const refunds = await findRefunds(deps.database.kysely, reported.payment_id)
  const facts = { payment: reported.payment_id, refund: reported.id }
  if (refunds.length === 0) return deps.log.info(facts, 'ignored an unknown refund')
  const failures: unknown[] = []
  for (const { id } of refunds) {
    if (!id) continue
    await processRefund(deps, id, eventRetryPolicy).catch((error) => {
      if (!(error instanceof RefundNotDone)) failures.push(error)
    })
  }
  if (await isMadeByHand(deps, reported)) {
    deps.log.error(
      facts,
      'a payment was refunded at the gateway by hand, but its grant was not reversed',
    )
  }
  // A refund that the gateway refuses does not hide one that was made by hand.
  if (failures.length > 0) throw failures[0]
}

/** The refunds of a payment; one without an id if it has none. Empty: the payment is unknown. */
function findRefunds(db: Kysely<Schema>, gatewayPaymentId: string) {
  return db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['refunds.id', 'refunds.gateway_refund_id'])
    .where('payments.gateway_payment_id', '=', gatewayPaymentId)
    .execute()
}

/** Asks the gateway only about a refund whose id is not stored. An earlier try of one of ours has its receipt. */
async function isMadeByHand(
  { database, payments }: Deps,
  reported: { id: string; payment_id: string },
): Promise<boolean> {
  const ours = await findRefunds(database.kysely, reported.payment_id)
  if (ours.some(({ gateway_refund_id }) => gateway_refund_id === reported.id)) return false
  const made = await payments.gateway.fetchRefunds(reported.payment_id, eventRetryPolicy)
  const refund = made.find(({ id }) => id === reported.id)
  if (!refund || refund.status === 'failed') return false
  return !ours.some(({ id }) => id !== null && id === refund.receipt)
}
