import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockLeadCost } from './lead-costs.queries.ts'

/**
 * Removes a price. Leads of that type then cost the price of `both`, or cannot be bought.
 * @throws ApiFailure LEAD_COST_NOT_FOUND
 */
export async function deleteLeadCost(database: Database, actor: Actor, id: string): Promise<void> {
  await withTransaction(database, async (tx) => {
    const before = await lockLeadCost(tx, { id })
    if (!before) throw new ApiFailure('LEAD_COST_NOT_FOUND')
    await tx.deleteFrom('lead_costs').where('id', '=', id).execute()
    await recordAction(tx, actor, {
      action: 'lead-cost.delete',
      subjectType: 'lead-cost',
      subjectId: id,
      before,
    })
  })
}
