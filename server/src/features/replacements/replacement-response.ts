import { rupeesFromPaise } from '@raahi/contract/money'
import { formatReplacementReason, type ReplacementRequest } from '@raahi/contract/replacements'
import { toLead } from '../leads/public/lead-response.ts'
import { toContact } from '../pipeline/public/contacts.queries.ts'
import { toPicture } from './public/request-pictures.queries.ts'
import { toCheck } from './public/return-checks.queries.ts'
import type { RequestForMail } from './replacement-mails.ts'
import type { AppealedRow, RequestRow } from './replacements.queries.ts'

/** @param reader the role of the reader: agents get no data of other agents */
export function toRequest(row: RequestRow, reader: 'agent' | 'admin'): ReplacementRequest {
  return {
    _id: row.request_id,
    createdAt: row.requested_at.toISOString(),
    lead: toLead(
      reader === 'agent' && row.contact_stopped ? { ...row, phone: null, email: null } : row,
    ),
    user: {
      _id: row.user_id,
      name: row.user_name,
      email: row.user_email,
      phone: row.user_phone ?? '',
      companyName: row.user_company,
    },
    cost: rupeesFromPaise(row.paid_cost_paise),
    paidWith: row.paid_with,
    planName: row.plan_name,
    reason: formatReplacementReason(reasonOf(row)),
    pictures: row.pictures.map(toPicture),
    rejectionCode: row.rejection_code,
    rejectionReason: row.rejection_reason,
    status: row.request_status,
    attempt: row.attempt,
    purchasedAt: row.bought_at.toISOString(),
    decideBy: row.decide_by?.toISOString() ?? null,
    approvesLate: row.approves_late,
    decidedHow: row.decided_how,
    decidedAt: row.decided_at?.toISOString() ?? null,
    appealsAgainst: row.appeals_against && toAppealed(row.appeals_against, reader),
    appealBy: row.appeal_by?.toISOString() ?? null,
    decidedAsOnlyAdmin: row.decided_as_only_admin ?? false,
    checks: row.checks.map((check) => toCheck(check, reader)),
    contactLog: row.contact_log.map(toContact),
    traveller: row.traveller,
    returnRate: row.return_rate,
    returned: row.returned,
    returnedAmount: row.returned_paise === null ? null : rupeesFromPaise(row.returned_paise),
    approvalReturns: row.approval_returns && {
      to: row.approval_returns,
      amount:
        row.approval_returns === 'wallet' ? rupeesFromPaise(row.approval_refund_paise ?? 0) : null,
    },
    askedBefore: {
      requests: row.asked_requests,
      approved: row.asked_approved,
      rejected: row.asked_rejected,
      purchases: row.asked_purchases,
    },
  }
}

function toAppealed(
  row: AppealedRow,
  reader: 'agent' | 'admin',
): ReplacementRequest['appealsAgainst'] {
  return {
    reason: formatReplacementReason(reasonOf(row)),
    rejectedAt: new Date(row.rejected_at).toISOString(),
    rejectionCode: row.rejection_code,
    rejectionReason: row.rejection_reason,
    pictures: row.pictures.map(toPicture),
    rejectedBy: reader === 'admin' ? { _id: row.rejected_by, name: row.rejected_by_name } : null,
    needsOtherAdmin: row.needs_other_admin,
  }
}

export function toRequestForMail(row: RequestRow, reader: 'agent' | 'admin'): RequestForMail {
  return { request: toRequest(row, reader), reason: reasonOf(row) }
}

const reasonOf = ({
  reason_code,
  reason_text,
}: Pick<RequestRow, 'reason_code' | 'reason_text'>) => ({
  code: reason_code,
  text: reason_text,
})
