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
import { grantSubscription } from '../plans/grant-subscription.ts'
import { lockPlan, type PlanRow } from '../plans/plans.queries.ts'
import { toSubscription } from '../plans/subscriptions.queries.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'

/** Each order is asked about for days: what a person orders fits in easily, a flood does not. */
const ordersPerUser: RateLimit = { max: 60, windowSeconds: 15 * 60 }

type Deps = { database: Database; payments: OnlinePayments }
type Made = { answer: Order; replayed: boolean }

/** What the transaction of an order leaves behind under its idempotency key. */
type Placed = { orderId: string } | { free: Subscription }

/**
 * Orders a plan under its present terms, at the gateway too. A plan that costs nothing is granted instead.
 * @throws ApiFailure PAYMENTS_OFF, PLAN_NOT_FOUND, PLAN_PRICE_CHANGED, FREE_PLAN_ALREADY_GRANTED, EMAIL_NOT_CONFIRMED, GATEWAY_FAILED,
 *   TOO_MANY_REQUESTS
 */
export async function createPlanOrder(
  deps: Deps,
  wish: {
    userId: string
    planId: string
    expectedPricePaise: number | undefined
    idempotency: IdempotentRequest | null
  },
): Promise<Made> {
  const { userId, planId, expectedPricePaise } = wish
  return place(deps, wish, async (tx) => {
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

/** Orders a top-up of one's own wallet. @throws ApiFailure PAYMENTS_OFF, GATEWAY_FAILED, TOO_MANY_REQUESTS */
export async function createWalletOrder(
  deps: Deps,
  wish: { userId: string; amountPaise: number; idempotency: IdempotentRequest | null },
): Promise<Made> {
  const { userId, amountPaise } = wish
  deps.payments.requireOn()
  return place(deps, wish, async (tx) => ({
    orderId: await insertOrder(tx, { userId, amountPaise, isTest: deps.payments.isTest }),
  }))
}

/**
 * First our own record, then the gateway's order, so that no transaction waits for the gateway. Should it fail there,
 * whoever asks again with the same key completes the same order.
 */
async function place(
  deps: Deps,
  { userId, idempotency }: { userId: string; idempotency: IdempotentRequest | null },
  record: (tx: Transaction) => Promise<Placed>,
): Promise<Made> {
  await hitRateLimit(deps.database, { key: `orders of ${userId}`, ...ordersPerUser })
  const { answer: placed, replayed } = await withIdempotency(deps.database, idempotency, record)
  if ('free' in placed) return { answer: nothingToPay(deps, placed.free), replayed }
  const { row, isNew } = await completeAtGateway(deps, placed.orderId)
  return {
    answer: {
      orderId: row.gateway_order_id,
      amount: rupeesFromPaise(row.amount_paise),
      amountPaise: row.amount_paise,
      currency: 'INR',
      key: deps.payments.keyId,
    },
    // The first answer to this key was a failure where the gateway has only now been reached.
    replayed: replayed && !isNew,
  }
}

function nothingToPay({ payments }: Deps, subscription: Subscription): Order {
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
  wish: { userId: string; isTest: boolean } & ({ plan: PlanRow } | { amountPaise: number }),
): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('orders')
    .values({
      id,
      user_id: wish.userId,
      is_test: wish.isTest,
      ...('plan' in wish
        ? {
            kind: 'plan',
            plan_id: wish.plan.id,
            plan_name: wish.plan.name,
            plan_type: wish.plan.type,
            validity_days: wish.plan.validity_days,
            lead_quota: wish.plan.lead_quota,
            amount_paise: wish.plan.price_paise,
          }
        : { kind: 'wallet', amount_paise: wish.amountPaise }),
    })
    .execute()
  return id
}

/**
 * What costs nothing needs a confirmed email: otherwise each made-up address could have it. A suspension that came while the
 * request was on its way stops it too.
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
  const made = await payments.gateway
    .createOrder({
      receipt: id,
      amountPaise: row.amount_paise,
      notes: { kind: row.kind, user: row.user_id },
    })
    .catch((cause) => {
      const isGateways = cause instanceof GatewayUnavailable || cause instanceof GatewayRefused
      throw isGateways ? new ApiFailure('GATEWAY_FAILED', { cause }) : cause
    })
  // Of two who complete it at once the first gives it its id; nobody ever sees the other's.
  await kysely
    .updateTable('orders')
    .set({ gateway_order_id: made.id })
    .where('id', '=', id)
    .where('gateway_order_id', 'is', null)
    .execute()
  return { row: await read(), isNew: true }
}
