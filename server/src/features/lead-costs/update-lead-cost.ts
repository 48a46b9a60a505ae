import type { LeadCost } from '@raahi/contract/lead-costs'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockLeadCost, toLeadCost } from './lead-costs.queries.ts'

/** @throws ApiFailure LEAD_COST_NOT_FOUND */
export async function updateLeadCost(
  database: Database,
  actor: Actor,
  id: string,
  pricePaise: number,
): Promise<LeadCost> {
  return withTransaction(database, async (tx) => {
    const before = await lockLeadCost(tx, { id })
    if (!before) throw new ApiFailure('LEAD_COST_NOT_FOUND')
    const after = { ...before, price_paise: pricePaise }
    await tx
      .updateTable('lead_costs')
      .set({ price_paise: pricePaise, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, actor, {
      action: 'lead-cost.update',
      subjectType: 'lead-cost',
      subjectId: id,
      before,
      after,
    })
    return toLeadCost(after)
  })
}
