import type { Subscription } from '@raahi/contract/plans'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { findSubscriptionOfPlan, toSubscription } from './public/subscriptions.queries.ts'

/**
 * Returns the agent's subscription to a plan, for any cause. It grants nothing.
 * @throws ApiFailure PLAN_NOT_PAID without a subscription; PLAN_NOT_FOUND if the plan does not exist
 */
export async function purchasePlan(
  database: Database,
  of: { userId: string; planId: string },
): Promise<Subscription> {
  const subscription = await findSubscriptionOfPlan(database.kysely, of)
  if (subscription) return toSubscription(subscription)
  const onSale = await database.kysely
    .selectFrom('plans')
    .select('id')
    .where('id', '=', of.planId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  throw new ApiFailure(onSale ? 'PLAN_NOT_PAID' : 'PLAN_NOT_FOUND')
}
