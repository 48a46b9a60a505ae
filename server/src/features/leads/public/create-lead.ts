import type { KnownLead, Lead, LeadFields } from '@raahi/contract/leads'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../../platform/audit-log/record-action.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { findKnownLeads, lockContacts } from './known-leads.ts'
import { toColumns, toLead } from './lead-response.ts'
import { findLead } from './leads.queries.ts'
import { matchColumnsOf } from './place-columns.ts'
import { queueMatching } from './queue-matching.ts'

type Deps = { database: Database; jobs: Pick<JobQueue, 'send'> }

/** Creates a lead for sale, also if its contact is known. */
export async function createLead(
  { database, jobs }: Deps,
  actor: Actor,
  fields: LeadFields,
): Promise<Lead & { duplicates: KnownLead[] }> {
  return withTransaction(database, async (tx) => {
    await lockContacts(tx, fields)
    const duplicates = await findKnownLeads(tx, fields)
    const lead = await insertLead(tx, jobs, fields)
    await recordAction(tx, actor, {
      action: 'lead.create',
      subjectType: 'lead',
      subjectId: lead._id,
      after: fields,
    })
    return { ...lead, duplicates }
  })
}

/** The data that a lead takes over from its enquiry, besides the fields. */
interface FromEnquiry {
  /** When the traveller named the travel month, which decides its year. Absent: now. */
  monthNamedAt?: Date
  /** When the traveller verified the contact. */
  emailVerifiedAt?: Date | null
  phoneVerifiedAt?: Date | null
}

/** Creates a lead for sale in the caller's transaction, which records the action, and queues its comparison with saved searches. */
export async function insertLead(
  tx: Transaction,
  jobs: Deps['jobs'],
  fields: LeadFields,
  { monthNamedAt, emailVerifiedAt = null, phoneVerifiedAt = null }: FromEnquiry = {},
): Promise<Lead> {
  const id = uuidv7()
  const monthEnd = fields.travelMonth &&
    monthNamedAt && {
      month_end: sql<string>`month_end_from(${fields.travelMonth}, day_in_india(${monthNamedAt}))`,
    }
  await tx
    .insertInto('leads')
    .values({
      id,
      ...toColumns(fields),
      ...matchColumnsOf(fields),
      ...monthEnd,
      email_verified_at: emailVerifiedAt,
      phone_verified_at: phoneVerifiedAt,
    })
    .execute()
  await queueMatching(tx, jobs, id)
  const row = await findLead(tx, id)
  if (!row) throw new Error('the new lead was not found')
  return toLead(row)
}
