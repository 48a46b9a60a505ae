import { rupeesFromPaise } from '@raahi/contract/money'
import type { Purchase } from '@raahi/contract/purchases'
import { formatReplacementReason, maxRequests } from '@raahi/contract/replacements'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { toLead } from '../leads/lead-wire.ts'
import { userExists } from '../users/users.queries.ts'
import { findPurchases, type PurchaseRow } from './purchases.queries.ts'

/**
 * Purchases of a user, newest first: an agent reads their own, an admin reads those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listPurchases(
  database: Database,
  caller: Caller,
  userId: string,
): Promise<Purchase[]> {
  if (caller.role !== 'admin' && caller.userId !== userId) throw new ApiFailure('USER_NOT_FOUND')
  const rows = await findPurchases(database, userId)
  if (rows.length === 0 && !(await userExists(database.kysely, userId))) {
    throw new ApiFailure('USER_NOT_FOUND')
  }
  return rows.map(toPurchase)
}

function toPurchase(row: PurchaseRow): Purchase {
  const status = row.replacement_status ?? 'no-replacement'
  return {
    _id: row.purchase_id,
    user: { _id: row.user_id, name: row.user_name, email: row.user_email },
    lead: toLead(row),
    contactStopped: row.contact_stopped ?? false,
    cost: rupeesFromPaise(row.paid_cost_paise),
    paidWith: row.paid_with,
    planName: row.plan_name,
    replacementStatus: status,
    canRequestReplacement:
      status === 'no-replacement' || (status === 'rejected' && (row.requests ?? 0) < maxRequests),
    replacement: latestRequest(row),
    createdAt: row.bought_at.toISOString(),
  }
}

function latestRequest(row: PurchaseRow): Purchase['replacement'] {
  if (row.reason_text === null || row.requested_at === null) return null
  return {
    reason: formatReplacementReason({ code: row.reason_code, text: row.reason_text }),
    createdAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    rejectionReason: row.rejection_reason,
    returned: row.returned,
    returnedAmount: row.returned_paise === null ? null : rupeesFromPaise(row.returned_paise),
  }
}
