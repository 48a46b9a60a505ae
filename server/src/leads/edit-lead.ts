import { type Lead, type LeadFields, leadAfter } from '@raahi/contract/leads'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../audit-log/record-action.ts'
import type { Database } from '../database/connect.ts'
import { withTransaction } from '../database/transaction.ts'
import { ApiFailure } from '../http/failure.ts'
import { toLead } from './lead-wire.ts'
import { findLead, leadColumns, lockLead } from './leads.queries.ts'

/**
 * Changes the details of a lead that is for sale.
 * @throws ApiFailure LEAD_NOT_FOUND, LEAD_ALREADY_SOLD
 */
export async function editLead(
  database: Database,
  actor: Actor,
  leadId: string,
  fields: LeadFields,
): Promise<Lead> {
  return withTransaction(database, async (tx) => {
    const before = await lockLead(tx, leadId)
    if (!before) throw new ApiFailure('LEAD_NOT_FOUND')
    if (leadAfter(before.status, 'edit') === null) throw new ApiFailure('LEAD_ALREADY_SOLD')
    await tx
      .updateTable('leads')
      .set({ ...leadColumns(fields), updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', leadId)
      .execute()
    const after = await findLead(tx, leadId)
    if (!after) throw new Error('a locked lead stays')
    await recordAction(tx, actor, {
      action: 'lead.edit',
      subjectType: 'lead',
      subjectId: leadId,
      before,
      after,
    })
    return toLead(after)
  })
}
