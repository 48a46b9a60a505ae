import { type Enquiry, enquiryStates, reviewedFields } from '@raahi/contract/enquiries'
import { isIndianMobile } from '@raahi/contract/field-checks'
import { toWireStatus } from '@raahi/contract/lead-status'
import type { OwnEnquiry, OwnSituation } from '@raahi/contract/own-enquiry'
import { stateAfter } from '@raahi/contract/states'
import { toCallReport } from '../../call-reports/public/call-reports.queries.ts'
import { leadLabel, toTrip } from '../../leads/public/lead-response.ts'
import { qualityOf } from '../enquiry-quality.ts'
import type { DuplicateRow, EnquiryRow, QuestionRow } from './enquiries.queries.ts'

/** Formats the short number of an enquiry: RQ-000123. */
export function enquiryLabel(number: number): string {
  return `RQ-${String(number).padStart(6, '0')}`
}

/** Maps an enquiry to the wire format for admins. */
export function toEnquiry(row: EnquiryRow): Enquiry {
  return {
    _id: row.id,
    ...fieldsOf(row),
    duplicateOf: row.duplicate && toDuplicate(row.duplicate),
    quality: qualityOf(row),
    arrivedBy: row.arrived_by,
    suspected: row.suspected,
    rejectReason: row.reject_reason,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy:
      row.decider_id && row.decider_name !== null
        ? { _id: row.decider_id, name: row.decider_name }
        : null,
    lead:
      row.lead_id && row.lead_number !== null && row.lead_name !== null && row.lead_status
        ? {
            _id: row.lead_id,
            leadId: leadLabel(row.lead_number),
            name: row.lead_name,
            ...toWireStatus(row.lead_status),
            expired: row.lead_expired ?? false,
            deleted: row.lead_deleted ?? false,
            corrections: toCorrections(row),
          }
        : null,
    callReport: toReportForAdmin(row),
  }
}

function toDuplicate(row: DuplicateRow): NonNullable<Enquiry['duplicateOf']> {
  const { id, number, createdAt, hasPhone, hasEmail, ...shown } = row
  return {
    ...shown,
    _id: id,
    reference: row.kind === 'lead' ? leadLabel(number) : enquiryLabel(number),
    createdAt: new Date(createdAt).toISOString(),
    matched: hasPhone ? (hasEmail ? 'phone-and-email' : 'phone') : hasEmail ? 'email' : null,
  }
}

function toCorrections({ lead_corrections: corrections }: EnquiryRow) {
  if (!corrections) return []
  const { before, after } = corrections
  return reviewedFields
    .filter((field) => field in before)
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}

function toReportForAdmin(row: EnquiryRow): Enquiry['callReport'] {
  const report = toCallReport(row)
  if (!report || row.buyer_id === null || row.buyer_name === null) return null
  const agent = { _id: row.buyer_id, name: row.buyer_name, companyName: row.buyer_company ?? '' }
  return { ...report, agent }
}

/** Maps an enquiry to the wire format for its traveller, without fields of the lead and the admins. */
export function toOwnEnquiry(
  row: EnquiryRow,
  more: Pick<
    OwnEnquiry,
    | 'agent'
    | 'disclosures'
    | 'hasOlderViews'
    | 'reportableFrom'
    | 'canOfferAgain'
    | 'offeredAgainAs'
  >,
): OwnEnquiry {
  const situation = situationOf(row)
  const isOpen = situation === 'waiting' || situation === 'looking'
  // The contact of a returned trip is of no more use to its agent.
  const canVerify = !more.canOfferAgain && stateAfter(enquiryStates, row.status, 'verify') !== null
  return {
    ...fieldsOf(row),
    situation,
    isUnderReview: row.lead_corrections !== null,
    canCorrect: isOpen && stateAfter(enquiryStates, row.status, 'correct') !== null,
    canVerify,
    canVerifyPhone: canVerify && row.phone_verified_at === null && isIndianMobile(row.phone),
    canWithdraw:
      (isOpen || situation === 'with-agent') &&
      stateAfter(enquiryStates, row.status, 'withdraw') !== null,
    callReport: toCallReport(row),
    ...more,
    question: row.question && row.status === 'converted' ? toOwnQuestion(row.question) : null,
  }
}

export function toOwnQuestion({ answer, until }: QuestionRow): NonNullable<OwnEnquiry['question']> {
  return { answer, until: new Date(until).toISOString() }
}

/** The state of an enquiry from the traveller's point of view. */
export function situationOf(row: EnquiryRow): OwnSituation {
  const isSold = row.lead_status === 'sold'
  if (row.status === 'new') return 'waiting'
  if (row.status === 'rejected') return 'closed'
  if (row.status === 'withdrawn') return isSold ? 'withdrawn-with-agent' : 'withdrawn'
  if (isSold) return 'with-agent'
  return row.lead_deleted ? 'closed' : 'looking'
}

function fieldsOf(row: EnquiryRow) {
  return {
    reference: enquiryLabel(row.number),
    createdAt: row.created_at.toISOString(),
    status: row.status,
    ...toTrip(row),
    phone: row.phone,
    email: row.email,
    source: row.source,
    message: row.message,
    extra: row.extra ?? {},
    consentText: row.consent_text,
    consentAt: row.consent_at.toISOString(),
    correctedAt: row.corrected_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }
}
