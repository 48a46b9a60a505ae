import type { Subscription } from '@raahi/contract/plans'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { assignedMail } from './plan-mails.ts'
import { grantSubscription } from './public/grant-subscription.ts'
import { lockPlan } from './public/plans.queries.ts'
import { toSubscription } from './public/subscriptions.queries.ts'

/**
 * Sells a plan to an agent, who may be suspended, for cash that an admin received. The agent gets a mail.
 * @throws ApiFailure PLAN_NOT_FOUND, also for a deleted plan; USER_NOT_FOUND if the agent does not exist;
 *   PLAN_PRICE_CHANGED, FREE_PLAN_ALREADY_GRANTED
 */
export async function assignPlan(
  {
    database,
    queueMail,
    publicUrl,
  }: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  sale: {
    userId: string
    planId: string
    /** The price that was received. Undefined: the current price. */
    expectedPricePaise: number | undefined
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: Subscription; replayed: boolean }> {
  const { userId, planId, expectedPricePaise } = sale
  return withIdempotency(database, sale.idempotency, async (tx) => {
    const plan = await lockPlan(tx, planId, 'sale')
    if (expectedPricePaise !== undefined && plan.price_paise !== expectedPricePaise) {
      throw new ApiFailure('PLAN_PRICE_CHANGED')
    }
    const agent = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .whereRef('agency_id', '=', 'id')
      .executeTakeFirst()
    if (!agent) throw new ApiFailure('USER_NOT_FOUND')
    const { subscription, entryId } = await grantSubscription(tx, { userId, plan, cause: 'cash' })
    await recordAction(tx, actor, {
      action: 'plan.assign',
      subjectType: 'subscription',
      subjectId: subscription.id,
      after: { userId, entryId, ...subscription },
    })
    await queueMail(tx, assignedMail(await findOwnerOf(tx, userId), subscription, publicUrl))
    return toSubscription(subscription)
  })
}
