import type { Answer } from '@raahi/contract/endpoint'
import { importStates } from '@raahi/contract/import-labels'
import type { undoImport as undoImportCall } from '@raahi/contract/imports'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { eraseRecords } from '../enquiries/public/erase-records.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { lockImport } from './imports.queries.ts'

/** Leads per transaction. Small, so that a buyer waits only briefly. */
const leadsAtOnce = 500

/**
 * Removes the leads of an import that are not sold, with their personal data, or discards a file that was not imported. An undo
 * that was interrupted is continued by the next one; one that is complete gives the same answer again.
 * @throws ApiFailure IMPORT_NOT_FOUND; IMPORT_NOT_UNDONE while it runs
 */
export async function undoImport(
  database: Database,
  actor: Actor,
  importId: string,
): Promise<Answer<typeof undoImportCall>> {
  while (await withTransaction(database, (tx) => removeLeads(tx, importId)));
  return withTransaction(database, async (tx) => {
    const { state, removed } = await lockImport(tx, importId)
    const kept = await findKept(tx, importId)
    if (state !== 'undone') {
      await tx.updateTable('imports').set({ state: 'undone' }).where('id', '=', importId).execute()
      await tx.deleteFrom('import_rows').where('import_id', '=', importId).execute()
      await recordAction(tx, actor, {
        action: 'import.undo',
        subjectType: 'import',
        subjectId: importId,
        before: { state },
        after: { state: 'undone', removed, kept },
      })
    }
    return { removed, kept }
  })
}

/** @returns whether there were leads */
async function removeLeads(tx: Transaction, importId: string): Promise<boolean> {
  const { state } = await lockImport(tx, importId)
  if (state === 'undone') return false
  if (stateAfter(importStates, state, 'undo') === null) throw new ApiFailure('IMPORT_NOT_UNDONE')
  const { rows } = await sql<{ lead_id: string; enquiry_id: string }>`
    select r.lead_id, o.enquiry_id from import_results r join lead_origins o on o.lead_id = r.lead_id
    where r.import_id = ${importId} and r.outcome = 'added' order by r.row limit ${leadsAtOnce}`.execute(
    tx,
  )
  if (rows.length === 0) return false
  const leadIds = rows.map((row) => row.lead_id)
  // Enquiries are locked before leads.
  await sql`select from enquiries where id = any(${rows.map((row) => row.enquiry_id)}::uuid[])
    order by id for update`.execute(tx)
  const locked = await sql<{ id: string; status: string }>`
    select id, status from leads where id = any(${leadIds}::uuid[]) order by id for update`.execute(
    tx,
  )
  const sold = new Set(locked.rows.filter(({ status }) => status === 'sold').map(({ id }) => id))
  const removed = rows.filter((row) => !sold.has(row.lead_id))
  await eraseRecords(tx, {
    enquiryIds: removed.map((row) => row.enquiry_id),
    leadIds: removed.map((row) => row.lead_id),
  })
  await sql`
    update import_results set outcome = case when lead_id = any(${[...sold]}::uuid[]) then 'kept' else 'removed' end
    where import_id = ${importId} and outcome = 'added' and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
  return true
}

/** LD-numbers of the leads that were sold before the undo. */
export async function findKept(db: Transaction | Database['kysely'], importId: string) {
  const rows = await db
    .selectFrom('import_results as r')
    .innerJoin('leads as l', 'l.id', 'r.lead_id')
    .select('l.number')
    .where('r.import_id', '=', importId)
    .where('r.outcome', '=', 'kept')
    .orderBy('l.number')
    .execute()
  return rows.map(({ number }) => leadLabel(number))
}
