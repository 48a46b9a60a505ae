import type { EnquiryCorrection } from '@raahi/contract/enquiries'
import type { LeadFields, LeadType } from '@raahi/contract/leads'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { insertLeads } from '../../leads/public/insert-leads.ts'
import { toColumns } from '../../leads/public/lead-response.ts'

/** The consent that travellers gave outside of Raahi. It promises nothing that Raahi's own text promises. */
const importedConsentVersion = 'imported'

export type ConvertedFields = EnquiryCorrection & { leadType: LeadType; message: string | null }

/**
 * Stores enquiries that an admin has decided before they arrived, each with its lead on sale and its consent. The caller has
 * locked the contacts. They have no link: a traveller can ask for one by email.
 * @returns the ids of the leads, in the order of the enquiries
 */
export async function insertConverted(
  tx: Transaction,
  jobs: Pick<JobQueue, 'sendAll'>,
  enquiries: readonly ConvertedFields[],
  from: { sourceId: string; consentText: string; consentAt: Date; decidedBy: string },
): Promise<string[]> {
  const made = enquiries.map((fields) => ({ id: uuidv7(), leadId: uuidv7(), fields }))
  if (made.length === 0) return []
  await tx
    .insertInto('enquiries')
    .values(
      made.map(({ id, fields }) => ({
        id,
        ...toColumns(fields),
        message: fields.message,
        source: 'Advertisement' as const,
        source_id: from.sourceId,
        status: 'converted' as const,
        consent_text: from.consentText,
        consent_version: importedConsentVersion,
        consent_at: from.consentAt,
        decided_at: sql<Date>`clock_timestamp()`,
        decided_by: from.decidedBy,
      })),
    )
    .execute()
  await insertLeads(
    tx,
    jobs,
    made.map(({ leadId, fields }) => ({ leadId, fields: leadFieldsOf(fields) })),
  )
  await sql`
    insert into lead_origins (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
    select made.lead_id, e.id, e.source, e.consent_text, e.consent_version, e.consent_at
    from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ leadId }) => leadId)}::uuid[])
      as made(id, lead_id) join enquiries e on e.id = made.id`.execute(tx)
  return made.map(({ leadId }) => leadId)
}

/** A lead stores an unknown count as 0, and an unknown trip type as others. */
function leadFieldsOf(fields: ConvertedFields): LeadFields {
  return {
    ...fields,
    travelDays: fields.travelDays ?? 0,
    travelNights: fields.travelNights ?? 0,
    adult: fields.adult ?? 0,
    children: fields.children ?? 0,
    infant: fields.infant ?? 0,
    tripType: fields.tripType ?? 'Others',
  }
}
