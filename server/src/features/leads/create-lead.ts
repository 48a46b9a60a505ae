import type { Lead, LeadFields } from '@raahi/contract/leads'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { toColumns, toLead } from './lead-wire.ts'
import { findLead } from './leads.queries.ts'

/** Creates a lead for sale. */
export async function createLead(
  database: Database,
  actor: Actor,
  fields: LeadFields,
): Promise<Lead> {
  return withTransaction(database, async (tx) => {
    const lead = await insertLead(tx, fields)
    await recordAction(tx, actor, {
      action: 'lead.create',
      subjectType: 'lead',
      subjectId: lead._id,
      after: fields,
    })
    return lead
  })
}

/** Creates a lead for sale in the caller's transaction, which records the action. */
export async function insertLead(tx: Transaction, fields: LeadFields): Promise<Lead> {
  const id = uuidv7()
  await tx
    .insertInto('leads')
    .values({ id, ...toColumns(fields) })
    .execute()
  const row = await findLead(tx, id)
  if (!row) throw new Error('the new lead was not found')
  return toLead(row)
}
