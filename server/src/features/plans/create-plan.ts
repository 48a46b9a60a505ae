import type { Plan, PlanFields } from '@raahi/contract/plans'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { rejectTakenPlanId, toPlan } from './public/plans.queries.ts'

/**
 * Adds a plan to the catalogue.
 * @throws ApiFailure PLAN_ID_TAKEN
 */
export async function createPlan(
  database: Database,
  actor: Actor,
  fields: PlanFields,
): Promise<Plan> {
  return withTransaction(database, async (tx) => {
    const row = {
      id: uuidv7(),
      plan_id: fields.planId,
      name: fields.planName,
      price_paise: fields.price,
      description: fields.description,
      validity_days: fields.validity,
      type: fields.planType,
      lead_quota: fields.numberOfLeads,
    }
    await rejectTakenPlanId(tx.insertInto('plans').values(row).execute())
    await recordAction(tx, actor, {
      action: 'plan.create',
      subjectType: 'plan',
      subjectId: row.id,
      after: row,
    })
    return toPlan(row)
  })
}
