import { rupeesFromPaise } from '@raahi/contract/money'
import type { Order } from '@raahi/contract/payments'
import type { Subscription } from '@raahi/contract/plans'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { grantSubscription } from '../plans/public/grant-subscription.ts'
import { lockPlan, type PlanRow } from '../plans/public/plans.queries.ts'
import { toSubscription } from '../plans/public/subscriptions.queries.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'

/** The reconciler checks each order for days. The limit is far above normal use and stops floods. */
const ordersPerUser: RateLimit = { max: 60, windowSeconds: 15 * 60 }

type Deps = { database: Database; payments: OnlinePayments }
type CreatedOrder = { answer: Order; replayed: boolean }

/** The result that the transaction of an order stores under its idempotency key. */
type Placed = { orderId: string } | { free: Subscription }

/**
 * Orders a plan under its current terms and creates the gateway's order. A free plan is granted instead.
 * @throws ApiFailure PAYMENTS_OFF, PLAN_NOT_FOUND, PLAN_PRICE_CHANGED, FREE_PLAN_ALREADY_GRANTED, EMAIL_NOT_CONFIRMED,
 * GATEWAY_FAILED, TOO_MANY_REQUESTS
 */
export async function createPlanOrder(
  deps: Deps,
  input: {
    userId: string
    planId: string
    expectedPricePaise: number | undefined
    idempotency: IdempotentRequest | null
  },
): Promise<CreatedOrder> {
  const { userId, planId, expectedPricePaise } = input
  return placeOrder(deps, input, async (tx) => {
    const plan = await lockPlan(tx, planId, 'sale')
    if (expectedPricePaise !== undefined && plan.price_paise !== expectedPricePaise) {
      throw new ApiFailure('PLAN_PRICE_CHANGED')
    }
    if (plan.price_paise > 0) {
      deps.payments.requireOn()
      return { orderId: await insertOrder(tx, { userId, plan, isTest: deps.payments.isTest }) }
    }
    await requireConfirmedEmail(tx, userId)
    const { subscription } = await grantSubscription(tx, { userId, plan, cause: 'payment' })
    return { free: toSubscription(subscription) }
  })
}

/**
 * Orders a top-up of the user's wallet.
 * @throws ApiFailure PAYMENTS_OFF, GATEWAY_FAILED, TOO_MANY_REQUESTS
 */
export async function createWalletOrder(
  deps: Deps,
  input: { userId: string; amountPaise: number; idempotency: IdempotentRequest | null },
): Promise<CreatedOrder> {
  const { userId, amountPaise } = input
  deps.payments.requireOn()
  return placeOrder(deps, input, async (tx) => ({
    orderId: await insertOrder(tx, { userId, amountPaise, isTest: deps.payments.isTest }),
  }))
}

/**
 * Stores our order first and then creates the gateway's order, so that no transaction waits for the gateway. If the
 * gateway fails, a retry with the same key completes the same order.
 */
async function placeOrder(
  deps: Deps,
  { userId, idempotency }: { userId: string; idempotency: IdempotentRequest | null },
  record: (tx: Transaction) => Promise<Placed>,
): Promise<CreatedOrder> {
  await hitRateLimit(deps.database, { key: `orders of ${userId}`, ...ordersPerUser })
  const { answer: placed, replayed } = await withIdempotency(deps.database, idempotency, record)
  if ('free' in placed) return { answer: toFreeOrder(deps, placed.free), replayed }
  const { row, isNew } = await completeAtGateway(deps, placed.orderId)
  return {
    answer: {
      orderId: row.gateway_order_id,
      amount: rupeesFromPaise(row.amount_paise),
      amountPaise: row.amount_paise,
      currency: 'INR',
      key: deps.payments.keyId,
    },
    // If this request created the gateway's order, the first response to this key was a failure.
    replayed: replayed && !isNew,
  }
}

function toFreeOrder({ payments }: Deps, subscription: Subscription): Order {
  return {
    orderId: null,
    amount: 0,
    amountPaise: 0,
    currency: 'INR',
    key: payments.keyId,
    subscription,
  }
}

async function insertOrder(
  tx: Transaction,
  input: { userId: string; isTest: boolean } & ({ plan: PlanRow } | { amountPaise: number }),
): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('orders')
    .values({
      id,
      user_id: input.userId,
      is_test: input.isTest,
      ...('plan' in input
        ? {
            kind: 'plan',
            plan_id: input.plan.id,
            plan_name: input.plan.name,
            plan_type: input.plan.type,
            validity_days: input.plan.validity_days,
            lead_quota: input.plan.lead_quota,
            amount_paise: input.plan.price_paise,
          }
        : { kind: 'wallet', amount_paise: input.amountPaise }),
    })
    .execute()
  return id
}

/**
 * Requires a confirmed email, so that invented addresses cannot get a free plan, and an active account, because an
 * agent may be suspended during the request.
 * @throws ApiFailure UNAUTHENTICATED, EMAIL_NOT_CONFIRMED
 */
async function requireConfirmedEmail(tx: Transaction, userId: string): Promise<void> {
  const { rows } = await sql<{ isConfirmed: boolean }>`
    select email_confirmed_at is not null as "isConfirmed" from users
    where id = ${userId} and status = 'active' for share`.execute(tx)
  const [user] = rows
  if (!user) throw new ApiFailure('UNAUTHENTICATED')
  if (!user.isConfirmed) throw new ApiFailure('EMAIL_NOT_CONFIRMED')
}

/** @throws ApiFailure GATEWAY_FAILED */
async function completeAtGateway({ database: { kysely }, payments }: Deps, id: string) {
  const read = () =>
    kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const row = await read()
  if (row.gateway_order_id) return { row, isNew: false }
  const gatewayOrder = await payments.gateway
    .createOrder({
      receipt: id,
      amountPaise: row.amount_paise,
      notes: { kind: row.kind, user: row.user_id },
    })
    .catch((cause) => {
      const isGatewayError = cause instanceof GatewayUnavailable || cause instanceof GatewayRefused
      throw isGatewayError ? new ApiFailure('GATEWAY_FAILED', { cause }) : cause
    })
  // If two requests complete an order concurrently, the first one sets the gateway's id; the other gateway order is
  // never shown.
  await kysely
    .updateTable('orders')
    .set({ gateway_order_id: gatewayOrder.id })
    .where('id', '=', id)
    .where('gateway_order_id', 'is', null)
    .execute()
  return { row: await read(), isNew: true }
}
