import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { endReview, lockLead } from './public/leads.queries.ts'

/**
 * Removes a lead from every list, for sale or sold. The row and the buyer's purchase stay.
 * @throws ApiFailure LEAD_NOT_FOUND
 */
export async function deleteLead(database: Database, actor: Actor, leadId: string): Promise<void> {
  await withTransaction(database, async (tx) => {
    const before = await lockLead(tx, leadId)
    if (!before) throw new ApiFailure('LEAD_NOT_FOUND')
    const now = sql<Date>`clock_timestamp()`
    await tx
      .updateTable('leads')
      .set({
        deleted_at: now,
        // Such a deletion cannot be undone.
        deleted_cause: before.under_review ? 'under-review' : null,
        updated_at: now,
        ...endReview,
      })
      .where('id', '=', leadId)
      .execute()
    await recordAction(tx, actor, {
      action: 'lead.delete',
      subjectType: 'lead',
      subjectId: leadId,
      before,
    })
  })
}
