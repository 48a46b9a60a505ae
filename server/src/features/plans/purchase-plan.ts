import type { Subscription } from '@raahi/contract/plans'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { findSubscriptionOfPlan, toSubscription } from './subscriptions.queries.ts'

/**
 * The subscription that an agent has of a plan, however it came; grants nothing itself.
 * @throws ApiFailure PLAN_NOT_PAID where it has none; PLAN_NOT_FOUND where there is no such plan to have
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
