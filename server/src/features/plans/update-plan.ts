import type { Plan, PlanChanges } from '@raahi/contract/plans'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockPlan, type PlanRow, rejectTakenPlanId, toPlan } from './public/plans.queries.ts'

/**
 * Changes a plan for later sales. Existing subscriptions keep their terms.
 * @throws ApiFailure PLAN_NOT_FOUND; PLAN_CHANGED if it differs from the plan that the admin saw; PLAN_ID_TAKEN
 */
export async function updatePlan(
  database: Database,
  actor: Actor,
  id: string,
  changes: PlanChanges,
): Promise<Plan> {
  return withTransaction(database, async (tx) => {
    const before = await lockPlan(tx, id, 'change')
    if (changes.expected && !isSamePlan(toPlan(before), changes.expected)) {
      throw new ApiFailure('PLAN_CHANGED')
    }
    const after: PlanRow = {
      id,
      plan_id: changes.planId ?? before.plan_id,
      name: changes.planName,
      price_paise: changes.price,
      description: changes.description ?? before.description,
      validity_days: changes.validity,
      type: changes.planType ?? before.type,
      lead_quota: changes.numberOfLeads,
    }
    await rejectTakenPlanId(
      tx
        .updateTable('plans')
        .set({ ...after, updated_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute(),
    )
    await recordAction(tx, actor, {
      action: 'plan.update',
      subjectType: 'plan',
      subjectId: id,
      before,
      after,
    })
    return toPlan(after)
  })
}

function isSamePlan(plan: Plan, seen: Omit<Plan, '_id'>): boolean {
  return Object.entries(seen).every(([field, value]) => plan[field as keyof Plan] === value)
}
