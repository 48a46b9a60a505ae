import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '../../platform/database/schema.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { GatewayRefused, GatewayUnavailable, type RetryPolicy } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { carryOutRefund, RefundNotDone } from './refund-duplicate-payment.ts'
import type { SettleDeps } from './settle-deps.ts'
import { settlePayment } from './settle-payment.ts'

// What an event says is a hint where to look: the ids in it, nothing else. Whoever could sign one could still make no
// payment that the gateway does not confirm.

/** As the gateway makes them: anything else could not even be asked about. */
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
/** A bank wants money back that a grant was given for: nothing a program should decide. */
const isDispute = (name: string) => name.startsWith('payment.dispute.')

/** The gateway gives us five seconds in all. */
const retryPolicy: RetryPolicy = { timeoutMs: 1800, tries: 2 }

type Deps = SettleDeps & { payments: OnlinePayments }

/**
 * Acts upon an event of the gateway, once for each of its ids. What cannot be read, is not known, or is of an order that
 * is not ours is logged and left: sending it again would change nothing.
 * @param id the gateway's id of the event
 * @throws ApiFailure GATEWAY_FAILED where the gateway could not be asked: the event counts as not received
 */
export async function takeEvent(deps: Deps, id: string, body: Buffer): Promise<void> {
  const { log } = deps
  const read = readEvent(body)
  if (!read) return log.warn({ event: id }, 'an event that cannot be read')
  const { event, payload } = read
  if (await isKnown(deps.database.kysely, id)) return
  try {
    if (aboutPayments.has(event) && payload.payment) {
      await settleReported(deps, { id, event }, payload.payment.entity)
    } else if (aboutRefunds.has(event) && payload.refund) {
      await recordRefund(deps, payload.refund.entity.payment_id)
    } else if (isDispute(event)) {
      const facts = { event: id, name: event, payment: payload.payment?.entity.id }
      log.error(facts, 'a bank disputes a payment: to be answered at the gateway, by a person')
    } else {
      log.info({ event: id, name: event }, 'an event that nothing follows from')
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

async function isKnown(db: Kysely<Schema>, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('gateway_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

async function settleReported(
  deps: Deps,
  event: { id: string; event: string },
  reported: { id: string; order_id?: string | null | undefined },
): Promise<void> {
  const facts = { event: event.id, name: event.event, payment: reported.id }
  if (!(await isOurs(deps.database.kysely, reported.order_id))) {
    return deps.log.info(facts, 'an event of an order that is not ours')
  }
  const payment = await deps.payments.gateway.fetchPayment(reported.id, retryPolicy)
  if (!payment) return deps.log.warn(facts, 'an event of a payment that the gateway does not know')
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

/** The refund of a payment has got on at the gateway: the very work that its job does is done, with what it finds. */
async function recordRefund(deps: Deps, gatewayPaymentId: string): Promise<void> {
  const refund = await deps.database.kysely
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select('refunds.id')
    .where('payments.gateway_payment_id', '=', gatewayPaymentId)
    .executeTakeFirst()
  if (!refund) return deps.log.info({ payment: gatewayPaymentId }, 'a refund that is not ours')
  if (!refund.id) {
    const facts = { payment: gatewayPaymentId }
    return deps.log.error(
      facts,
      'a payment was sent back at the gateway, and what it paid for was not',
    )
  }
  try {
    await carryOutRefund(deps, refund.id, retryPolicy)
  } catch (error) {
    if (!(error instanceof RefundNotDone)) throw error
  }
}
