import { rupeesFromPaise } from '@raahi/contract/money'
import { formatReplacementReason, type ReplacementRequest } from '@raahi/contract/replacements'
import { toLead } from '../leads/lead-wire.ts'
import type { RequestRow } from './replacements.queries.ts'

export function toRequest(row: RequestRow): ReplacementRequest {
  return {
    _id: row.request_id,
    createdAt: row.requested_at.toISOString(),
    lead: toLead(row),
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
    reason: formatReplacementReason({ code: row.reason_code, text: row.reason_text }),
    rejectionReason: row.rejection_reason,
    status: row.request_status,
    attempt: row.attempt,
    purchasedAt: row.bought_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    returned: row.returned,
    returnedAmount: row.returned_paise === null ? null : rupeesFromPaise(row.returned_paise),
    approvalReturns: row.request_status === 'pending' ? approvalReturns(row) : null,
    askedBefore: {
      requests: row.asked_requests,
      approved: row.asked_approved,
      rejected: row.asked_rejected,
      purchases: row.asked_purchases,
    },
  }
}

/** What `decide_replacement` would give back at this moment. */
function approvalReturns(row: RequestRow): ReplacementRequest['approvalReturns'] {
  if (row.paid_with === 'wallet') {
    return { to: 'wallet', amount: rupeesFromPaise(row.paid_cost_paise) }
  }
  if (row.plan_is_running) return { to: 'plan', amount: null }
  return { to: 'wallet', amount: rupeesFromPaise(row.plan_share_paise ?? 0) }
}
