import { type Lead, type LeadBulkAction, leadStates } from '@raahi/contract/leads'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { deleteLead } from './delete-lead.ts'
import { markLeadSold } from './mark-lead-sold.ts'
import { findLead, lockLead } from './public/leads.queries.ts'

/** After this time a deletion is not undone, because its traveller or an erasure may rely on it. */
const undoMinutes = 60

/**
 * Changes several leads, each in its own transaction. A lead whose state forbids the change is left as it is.
 * @returns the ids of the changed leads
 */
export async function changeLeads(
  database: Database,
  actor: Actor,
  { ids, action }: { ids: readonly string[]; action: LeadBulkAction },
): Promise<string[]> {
  const changed: string[] = []
  for (const id of new Set(ids)) {
    try {
      await changeOne(database, actor, id, action)
      changed.push(id)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
    }
  }
  return changed
}

async function changeOne(database: Database, actor: Actor, id: string, action: LeadBulkAction) {
  if (action === 'sold') await markLeadSold(database, actor, id, 'sold')
  else if (action === 'delete') await deleteLead(database, actor, id)
  else if (action === 'restore') await restoreLead(database, actor, id)
  else await setLeadType(database, actor, id, action)
}

/** Sets the type of an unsold lead, which sets its price. */
async function setLeadType(
  database: Database,
  actor: Actor,
  id: string,
  leadType: Lead['leadType'],
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const before = await lockLead(tx, id)
    if (!before) throw new ApiFailure('LEAD_NOT_FOUND')
    if (stateAfter(leadStates, before.status, 'edit') === null)
      throw new ApiFailure('LEAD_ALREADY_SOLD')
    if (before.lead_type === leadType) return
    await tx
      .updateTable('leads')
      .set({ lead_type: leadType, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
    const after = await findLead(tx, id)
    await recordAction(tx, actor, {
      action: 'lead.edit',
      subjectType: 'lead',
      subjectId: id,
      before,
      after,
    })
  })
}

/**
 * Undoes a deletion by an admin. A lead that was under review, or whose traveller has withdrawn or was erased since, stays
 * deleted: it would be on sale with values that no admin has read, or against the traveller's wish.
 */
async function restoreLead(database: Database, actor: Actor, id: string): Promise<void> {
  await withTransaction(database, async (tx) => {
    await tx.selectFrom('leads').select('id').where('id', '=', id).forUpdate().execute()
    const { numUpdatedRows } = await tx
      .updateTable('leads')
      .set({ deleted_at: null, is_expired: false, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('deleted_cause', 'is', null)
      // An erased lead has no phone, also one that was sold outside the product.
      .where('phone', '<>', '')
      .where('deleted_at', '>', sql<Date>`now() - make_interval(mins => ${undoMinutes})`)
      .where(
        sql<boolean>`not exists (select from lead_origins o join enquiries e on e.id = o.enquiry_id
          where o.lead_id = leads.id and (e.status = 'withdrawn' or e.erased_at is not null))`,
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiFailure('LEAD_NOT_FOUND')
    await recordAction(tx, actor, { action: 'lead.restore', subjectType: 'lead', subjectId: id })
  })
}
