import { pageOf } from '@raahi/contract/fields'
import { rupeesFromPaise } from '@raahi/contract/money'
import type {
  Purchase,
  PurchaseEntry,
  PurchaseFigures,
  PurchaseFilterQuery,
  ReplacementEvent,
} from '@raahi/contract/purchases'
import { formatReplacementReason, maxRequests } from '@raahi/contract/replacements'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { toLead } from '../leads/lead-wire.ts'
import { userExists } from '../users/users.queries.ts'
import {
  findPurchaseFigures,
  findPurchasePage,
  findPurchases,
  type PurchaseEntryRow,
  type PurchaseFilter,
  type PurchaseRow,
  type ReplacementEventRow,
} from './list-purchases.queries.ts'

/**
 * Purchases of a user, newest first: an agent reads their own, an admin reads those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listAllPurchases(
  database: Database,
  caller: Caller,
  userId: string,
): Promise<Purchase[]> {
  checkOwner(caller, userId)
  const rows = await findPurchases(database, userId)
  if (rows.length === 0) await checkUserExists(database, userId)
  return rows.map(toPurchase)
}

/**
 * A page of these purchases, with the history of each.
 * @throws ApiFailure USER_NOT_FOUND, as `listAllPurchases`
 */
export async function listPurchases(
  database: Database,
  caller: Caller,
  query: PurchaseFilterQuery & { userId?: string | undefined; page: number; limit: number },
) {
  const { page, limit, userId = caller.userId, ...filters } = query
  checkOwner(caller, userId)
  const { total, rows } = await findPurchasePage(database, toFilter(userId, filters), {
    offset: (page - 1) * limit,
    limit,
  })
  if (total === 0) await checkUserExists(database, userId)
  return pageOf(rows.map(toEntry), total, page, limit)
}

/** The filter of the queries. */
export function toFilter(
  userId: string,
  { lead, ...filters }: PurchaseFilterQuery,
): PurchaseFilter {
  return { ...filters, userId, leadNumber: lead ? Number(lead.slice('LD-'.length)) : undefined }
}

export async function readPurchaseFigures(
  database: Database,
  userId: string,
): Promise<PurchaseFigures> {
  const figures = await findPurchaseFigures(database, userId)
  return {
    totalLeads: figures.total,
    totalSpent: rupeesFromPaise(figures.spent_paise),
    leadsWithPlans: figures.with_plans,
    boughtThisMonth: figures.this_month,
  }
}

function checkOwner(caller: Caller, userId: string): void {
  if (caller.role !== 'admin' && caller.userId !== userId) throw new ApiFailure('USER_NOT_FOUND')
}

async function checkUserExists(database: Database, userId: string): Promise<void> {
  if (!(await userExists(database.kysely, userId))) throw new ApiFailure('USER_NOT_FOUND')
}

function toEntry(row: PurchaseEntryRow): PurchaseEntry {
  const { invoice_id: id, invoice_number: number } = row
  return {
    ...toPurchase(row),
    replacements: row.events.map(toEvent),
    invoice: id === null || number === null ? null : { _id: id, number },
  }
}

function toEvent(event: ReplacementEventRow): ReplacementEvent {
  const { returned, refund_paise: refund } = event
  return {
    status: event.status,
    reason: formatReplacementReason({ code: event.reason_code, text: event.reason_text }),
    createdAt: new Date(event.created_at).toISOString(),
    decidedAt: event.decided_at && new Date(event.decided_at).toISOString(),
    rejectionReason: event.rejection_reason,
    returned,
    returnedAmount: returned === 'wallet' && refund !== null ? rupeesFromPaise(refund) : null,
  }
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
