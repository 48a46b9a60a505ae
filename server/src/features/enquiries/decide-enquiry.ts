import {
  type Enquiry,
  type EnquiryAction,
  enquiryStates,
  type RejectReason,
} from '@raahi/contract/enquiries'
import {
  type ConvertFields,
  type KnownLead,
  type Lead,
  type LeadFields,
  leadTypeError,
} from '@raahi/contract/leads'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { findKnownLeads, lockContacts } from '../leads/public/known-leads.ts'
import { enquiryCount } from './enquiry-metrics.ts'
import { type EnquiryRow, findEnquiry, lockEnquiry } from './public/enquiries.queries.ts'
import { toEnquiry } from './public/enquiry-response.ts'
import { storeLeadOfEnquiry } from './public/store-lead-of-enquiry.ts'

/**
 * Converts an enquiry into a lead, with the fields that an admin has checked. The lead keeps the consent and the
 * origin. Of several concurrent decisions and withdrawals the first wins; the others fail.
 * @param command.correctedAt the correction that the admin's form was filled from: ISO time of the last correction, ''
 * for none; undefined: not compared
 * @throws ApiFailure ENQUIRY_NOT_FOUND, ENQUIRY_ALREADY_DECIDED; ENQUIRY_CORRECTED if the traveller has corrected it
 * since; VALIDATION_FAILED if neither the command nor the traveller gives the lead type
 */
export async function convertEnquiry(
  { database, jobs }: { database: Database; jobs: Pick<JobQueue, 'send'> },
  actor: Actor,
  command: { enquiryId: string; fields: ConvertFields; correctedAt?: string | undefined },
): Promise<Lead & { duplicates: KnownLead[] }> {
  const { enquiryId, fields: submitted, correctedAt } = command
  const created = await withTransaction(database, async (tx) => {
    await lockContacts(tx, submitted)
    const enquiry = await lockUndecided(tx, enquiryId, 'convert')
    const isStale = correctedAt !== (enquiry.corrected_at?.toISOString() ?? '')
    if (correctedAt !== undefined && isStale) throw new ApiFailure('ENQUIRY_CORRECTED')
    const fields = leadFieldsOf(submitted, enquiry)
    const duplicates = await findKnownLeads(tx, fields)
    const lead = await storeLeadOfEnquiry(tx, jobs, enquiry, fields, actor.userId)
    await recordAction(tx, actor, {
      action: 'enquiry.convert',
      subjectType: 'enquiry',
      subjectId: enquiryId,
      before: { status: enquiry.status },
      after: { status: 'converted', leadId: lead._id, ...fields },
    })
    return { ...lead, duplicates }
  })
  enquiryCount.inc({ event: 'converted' })
  return created
}

/** The lead type decides the price, so an admin must choose it if the traveller did not. */
function leadFieldsOf(submitted: ConvertFields, enquiry: EnquiryRow): LeadFields {
  const leadType = submitted.leadType ?? enquiry.lead_type
  if (leadType === null) throw validationFailure({ leadType: leadTypeError })
  return { ...submitted, leadType, tripType: submitted.tripType ?? enquiry.trip_type ?? 'Others' }
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
      .set({
        status: 'rejected',
        reject_reason: reason,
        decided_at: sql<Date>`clock_timestamp()`,
        decided_by: actor.userId,
      })
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
    if (!after) throw new Error('the locked enquiry was not found')
    return toEnquiry(after)
  })
  enquiryCount.inc({ event: 'rejected' })
  return rejected
}

async function lockUndecided(
  tx: Transaction,
  enquiryId: string,
  action: EnquiryAction,
): Promise<EnquiryRow> {
  const enquiry = await lockEnquiry(tx, enquiryId)
  if (!enquiry) throw new ApiFailure('ENQUIRY_NOT_FOUND')
  if (stateAfter(enquiryStates, enquiry.status, action) === null) {
    throw new ApiFailure('ENQUIRY_ALREADY_DECIDED')
  }
  return enquiry
}
