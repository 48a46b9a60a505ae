import type { LeadStatus } from '@raahi/contract/lead-status'
import { type Lead, leadStates } from '@raahi/contract/leads'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { toLead } from './public/lead-response.ts'
import { endReview, findLead, lockLead } from './public/leads.queries.ts'

/**
 * Records a sale outside the product: no owner, no revenue, final.
 * @param status only `sold` is accepted
 * @throws ApiFailure LEAD_NOT_FOUND, LEAD_ALREADY_SOLD, LEAD_NOT_REOPENED
 */
export async function markLeadSold(
  database: Database,
  actor: Actor,
  leadId: string,
  status: LeadStatus,
): Promise<Lead> {
  return withTransaction(database, async (tx) => {
    const before = await lockLead(tx, leadId)
    if (!before) throw new ApiFailure('LEAD_NOT_FOUND')
    if (status !== 'sold') throw new ApiFailure('LEAD_NOT_REOPENED')
    if (stateAfter(leadStates, before.status, 'markSold') === null)
      throw new ApiFailure('LEAD_ALREADY_SOLD')
    // A separate change, so that lists that did not show the lead are read again.
    if (before.under_review)
      await tx.updateTable('leads').set(endReview).where('id', '=', leadId).execute()
    const now = sql<Date>`clock_timestamp()`
    await tx
      .updateTable('leads')
      .set({
        status: 'sold',
        sold_cause: 'outside',
        sold_cost_paise: before.cost_paise,
        sold_at: now,
        updated_at: now,
      })
      .where('id', '=', leadId)
      .execute()
    await recordAction(tx, actor, {
      action: 'lead.mark-sold',
      subjectType: 'lead',
      subjectId: leadId,
      before: { status: before.status },
      after: { status: 'sold' },
    })
    const after = await findLead(tx, leadId)
    if (!after) throw new Error('the locked lead was not found')
    return toLead(after)
  })
}
