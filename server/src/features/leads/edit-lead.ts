import type { FieldErrors } from '@raahi/contract/errors'
import { type Lead, type LeadFields, leadStates, requiredOfLead } from '@raahi/contract/leads'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { toColumns, toLead } from './public/lead-response.ts'
import { findLead, lockLead } from './public/leads.queries.ts'
import { matchColumnsOf } from './public/place-columns.ts'

/**
 * Changes the details of a lead that is for sale. Only a lead from an enquiry may lack an email, a city or a
 * destination; leads_unknown_needs_origin in the database enforces the same rule.
 * @throws ApiFailure LEAD_NOT_FOUND, LEAD_ALREADY_SOLD, VALIDATION_FAILED
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
    if (stateAfter(leadStates, before.status, 'edit') === null)
      throw new ApiFailure('LEAD_ALREADY_SOLD')
    const missing = missingFields(fields)
    if (Object.keys(missing).length > 0 && !(await hasOrigin(tx, leadId)))
      throw validationFailure(missing)
    await tx
      .updateTable('leads')
      .set({
        ...toColumns(fields),
        ...matchColumnsOf(fields),
        updated_at: sql<Date>`clock_timestamp()`,
      })
      .where('id', '=', leadId)
      .execute()
    const after = await findLead(tx, leadId)
    if (!after) throw new Error('the locked lead was not found')
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

/** The errors of missing fields that a lead without an enquiry needs. */
function missingFields(fields: LeadFields): FieldErrors {
  const needed = Object.entries(requiredOfLead) as [keyof typeof requiredOfLead, string][]
  return Object.fromEntries(needed.filter(([name]) => fields[name] === null))
}

async function hasOrigin(tx: Transaction, leadId: string): Promise<boolean> {
  const origin = await tx
    .selectFrom('lead_origins')
    .select('lead_id')
    .where('lead_id', '=', leadId)
    .executeTakeFirst()
  return origin !== undefined
}
