import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { accounts, walletOf } from '../../../platform/ledger/accounts.ts'
import { postTransfer } from '../../../platform/ledger/post.ts'
import type { PlanRow } from './plans.queries.ts'
import { findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

/** The account that pays for a plan, and the method of the transaction. */
const payments = {
  cash: { from: () => accounts.cash, method: 'cash' },
  payment: { from: () => accounts.gateway, method: 'Online' },
  wallet: { from: walletOf, method: 'plan_wallet' },
} as const

export interface Grant {
  userId: string
  /** The terms of the sale: the plan in the catalogue, or the snapshot of an order. */
  plan: PlanRow
  /** How a plan with a price was paid. */
  cause: keyof typeof payments
}

/**
 * Grants a plan to a user under these terms, in the transaction of its payment: posts exactly the price to the revenue
 * of plans, and creates the subscription that the payment funds. A plan of price 0 has no journal entry and is granted
 * to a user once. The subscription runs for `validity_days` times 24 hours from now, by the database's clock.
 *
 * All subscriptions are created by this function, for cash, captured payments and wallets.
 * @throws ApiFailure FREE_PLAN_ALREADY_GRANTED; a database error with the code INSUFFICIENT_WALLET_BALANCE
 */
export async function grantSubscription(
  tx: Transaction,
  { userId, plan, cause }: Grant,
): Promise<{ subscription: SubscriptionRow; entryId: string | null; walletPaise: number | null }> {
  const isFree = plan.price_paise === 0
  const { entryId, walletPaise } = isFree
    ? { entryId: null, walletPaise: null }
    : await postPayment(tx, { userId, plan, cause })
  const granted = await tx
    .insertInto('subscriptions')
    .values({
      id: uuidv7(),
      user_id: userId,
      plan_id: plan.id,
      plan_name: plan.name,
      price_paise: plan.price_paise,
      type: plan.type,
      validity_days: plan.validity_days,
      lead_quota: plan.lead_quota,
      cause: isFree ? 'free' : cause,
      entry_id: entryId,
      started_at: sql<Date>`now()`,
      // Hours, not days: where clocks change, a calendar day can have 23 or 25 hours.
      ends_at: sql<Date>`now() + make_interval(hours => 24 * ${plan.validity_days}::integer)`,
    })
    // Only a plan of price 0 can conflict. The insert waits for a concurrent grant of it.
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'plan_id']).where('cause', '=', 'free').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!granted) throw new ApiFailure('FREE_PLAN_ALREADY_GRANTED')
  return { subscription: await findSubscription(tx, granted.id), entryId, walletPaise }
}

async function postPayment(tx: Transaction, { userId, plan, cause }: Grant) {
  const { from, method } = payments[cause]
  return postTransfer(tx, {
    from: from(userId),
    to: accounts.planRevenue,
    amountPaise: plan.price_paise,
    method,
    status: 'captured',
    userId,
  })
}
