import {
  type Enquiry,
  type EnquiryAction,
  enquiryAfter,
  type RejectReason,
} from '@raahi/contract/enquiries'
import type { ConvertFields, Lead, LeadFields } from '@raahi/contract/leads'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { invalid } from '../../platform/http/validation.ts'
import { enquiries } from '../../platform/observability/metrics.ts'
import { insertLead } from '../leads/create-lead.ts'
import { type EnquiryRow, findEnquiry, lockEnquiry } from './enquiries.queries.ts'
import { toEnquiry } from './enquiry-wire.ts'

/**
 * Makes a lead of an enquiry, with the fields that an admin has checked. The consent and where it came from are kept
 * with the lead. Of all who decide or withdraw at the same time one is first, and the others find it decided.
 * @param command.correctedAt what the fields were filled in from: ISO time of its last correction, '' for none;
 * undefined: not compared
 * @throws ApiFailure ENQUIRY_NOT_FOUND, ENQUIRY_ALREADY_DECIDED; ENQUIRY_CORRECTED where its traveller has corrected it
 * since; VALIDATION_FAILED where neither the command nor the traveller says the lead type
 */
export async function convertEnquiry(
  database: Database,
  actor: Actor,
  command: { enquiryId: string; fields: ConvertFields; correctedAt?: string | undefined },
): Promise<Lead> {
  const { enquiryId, fields: given, correctedAt } = command
  const made = await withTransaction(database, async (tx) => {
    const enquiry = await lockUndecided(tx, enquiryId, 'convert')
    const isStale = correctedAt !== (enquiry.corrected_at?.toISOString() ?? '')
    if (correctedAt !== undefined && isStale) throw new ApiFailure('ENQUIRY_CORRECTED')
    const fields = leadFieldsOf(given, enquiry)
    const lead = await insertLead(tx, fields)
    // From row to row: a Date would lose the microseconds of the moment.
    await sql`
      insert into lead_origins
        (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
      select ${lead._id}, id, source, consent_text, consent_version, consent_at
      from enquiries where id = ${enquiryId}`.execute(tx)
    await tx
      .updateTable('enquiries')
      .set({ status: 'converted', ...decidedBy(actor) })
      .where('id', '=', enquiryId)
      .execute()
    await recordAction(tx, actor, {
      action: 'enquiry.convert',
      subjectType: 'enquiry',
      subjectId: enquiryId,
      before: { status: enquiry.status },
      after: { status: 'converted', leadId: lead._id, ...fields },
    })
    return lead
  })
  enquiries.inc({ event: 'converted' })
  return made
}

/** The lead type decides the price, so an admin chooses it where the traveller did not say. */
function leadFieldsOf(given: ConvertFields, enquiry: EnquiryRow): LeadFields {
  const leadType = given.leadType ?? enquiry.lead_type
  if (leadType === null) throw invalid({ leadType: 'Choose domestic or international.' })
  return { ...given, leadType, tripType: given.tripType ?? enquiry.trip_type ?? 'Others' }
}

/**
 * Closes an enquiry without a lead.
 * @throws ApiFailure ENQUIRY_NOT_FOUND, ENQUIRY_ALREADY_DECIDED
 */
export async function rejectEnquiry(
  database: Database,
  actor: Actor,
  enquiryId: string,
  reason: RejectReason,
): Promise<Enquiry> {
  const rejected = await withTransaction(database, async (tx) => {
    const enquiry = await lockUndecided(tx, enquiryId, 'reject')
    await tx
      .updateTable('enquiries')
      .set({ status: 'rejected', reject_reason: reason, ...decidedBy(actor) })
      .where('id', '=', enquiryId)
      .execute()
    await recordAction(tx, actor, {
      action: 'enquiry.reject',
      subjectType: 'enquiry',
      subjectId: enquiryId,
      before: { status: enquiry.status },
      after: { status: 'rejected', reason },
    })
    const after = await findEnquiry(tx, enquiryId)
    if (!after) throw new Error('a locked enquiry stays')
    return toEnquiry(after)
  })
  enquiries.inc({ event: 'rejected' })
  return rejected
}

function decidedBy(actor: Actor) {
  return { decided_at: sql<Date>`clock_timestamp()`, decided_by: actor.userId }
}

async function lockUndecided(
  tx: Transaction,
  enquiryId: string,
  action: EnquiryAction,
): Promise<EnquiryRow> {
  const enquiry = await lockEnquiry(tx, enquiryId)
  if (!enquiry) throw new ApiFailure('ENQUIRY_NOT_FOUND')
  if (enquiryAfter(enquiry.status, action) === null) {
    throw new ApiFailure('ENQUIRY_ALREADY_DECIDED')
  }
  return enquiry
}
