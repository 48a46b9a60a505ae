import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { lockPlan } from './public/plans.queries.ts'

/**
 * Removes a plan from the catalogue. The row and its subscriptions stay.
 * @throws ApiFailure PLAN_NOT_FOUND
 */
export async function deletePlan(database: Database, actor: Actor, id: string): Promise<void> {
  await withTransaction(database, async (tx) => {
    const before = await lockPlan(tx, id, 'change')
    const now = sql<Date>`clock_timestamp()`
    await tx
      .updateTable('plans')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, actor, {
      action: 'plan.delete',
      subjectType: 'plan',
      subjectId: id,
      before,
    })
  })
}
