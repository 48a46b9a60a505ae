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
import { toCallReport } from '../call-reports/public/call-reports.queries.ts'
import { parseLeadLabel, toLead } from '../leads/public/lead-response.ts'
import { type LeadScope, leadScopeOf } from '../leads/public/lead-scope.ts'
import { toLastContact } from '../pipeline/public/card-columns.ts'
import { toPicture } from '../replacements/public/request-pictures.queries.ts'
import { toCheck } from '../replacements/public/return-checks.queries.ts'
import { checkUserExists, findAgencyOf } from '../users/public/users.queries.ts'
import {
  findPurchaseFigures,
  findPurchasePage,
  findPurchases,
  type PurchaseEntryRow,
  type PurchaseFilter,
  type ReplacementEventRow,
  type RequestedPurchaseRow,
} from './list-purchases.queries.ts'

/**
 * Lists the purchases of a user, newest first. Agents can read only their own purchases, admins those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listAllPurchases(
  database: Database,
  caller: Caller,
  ofUserId: string,
): Promise<Purchase[]> {
  const userId = await findAgencyOf(database.kysely, caller, ofUserId)
  const rows = await findPurchases(database, { ...leadScopeOf(caller), userId })
  if (rows.length === 0) await checkUserExists(database.kysely, userId)
  return rows.map((row) => toPurchase(row, caller))
}

/**
 * A page of these purchases, with the history of each.
 * @throws ApiFailure USER_NOT_FOUND, as in `listAllPurchases`
 */
export async function listPurchases(
  database: Database,
  caller: Caller,
  query: PurchaseFilterQuery & { userId?: string | undefined; page: number; limit: number },
) {
  const { page, limit, userId: ofUserId, assignee, ...filters } = query
  const userId = await findAgencyOf(database.kysely, caller, ofUserId)
  const scope = { ...leadScopeOf(caller, assignee), userId }
  const { total, rows } = await findPurchasePage(database, toFilter(scope, filters), {
    offset: (page - 1) * limit,
    limit,
  })
  if (total === 0) await checkUserExists(database.kysely, userId)
  return pageOf(
    rows.map((row) => toEntry(row, caller)),
    total,
    page,
    limit,
  )
}

/** Converts the filters of a request to those of the queries. */
export function toFilter(
  scope: LeadScope,
  { lead, ...filters }: Omit<PurchaseFilterQuery, 'assignee'>,
): PurchaseFilter {
  return { ...filters, ...scope, leadNumber: lead ? parseLeadLabel(lead) : undefined }
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

/** The stage and the last contact are the buyer's work on the trip, which admins do not see (docs/privacy.md). */
function toEntry(row: PurchaseEntryRow, caller: Caller): PurchaseEntry {
  const isOwn = row.user_id === caller.agencyId
  const hasMoney = caller.agentRole !== 'caller'
  const { invoice_id: id, invoice_number: number } = row
  return {
    ...toPurchase(row, caller),
    replacements: hasMoney ? row.events.map((event, index) => toEvent(event, index > 0)) : [],
    invoice: id === null || number === null || !hasMoney ? null : { _id: id, number },
    column: isOwn ? row.column : null,
    lastContact: isOwn ? toLastContact(row.last_contact) : null,
  }
}

function toEvent(event: ReplacementEventRow, isAppeal: boolean): ReplacementEvent {
  const { returned, refund_paise: refund } = event
  return {
    _id: event.id,
    status: event.status,
    isAppeal,
    pictures: event.pictures.map(toPicture),
    reason: formatReplacementReason({ code: event.reason_code, text: event.reason_text }),
    createdAt: new Date(event.created_at).toISOString(),
    decideBy: event.decide_by && new Date(event.decide_by).toISOString(),
    decidedHow: event.decided_how,
    decidedAt: event.decided_at && new Date(event.decided_at).toISOString(),
    rejectionCode: event.rejection_code,
    rejectionReason: event.rejection_reason,
    appealBy: event.appeal_by && new Date(event.appeal_by).toISOString(),
    needsOtherAdmin: event.needs_other_admin ?? false,
    decidedAsOnlyAdmin: event.decided_as_only_admin ?? false,
    returned,
    returnedAmount: returned === 'wallet' && refund !== null ? rupeesFromPaise(refund) : null,
    checks: event.checks.map((check) => toCheck(check, 'agent')),
    traveller: event.traveller,
    returnRate: event.return_rate,
  }
}

function isPast(at: Date | string | null | undefined): boolean {
  return at ? new Date(at) < new Date() : false
}

function toSearch({ search_id: id, search_name: name }: RequestedPurchaseRow) {
  return id === null || name === null ? null : { _id: id, name }
}

/** Members with the role `caller` learn nothing about money. */
function toPurchase(row: RequestedPurchaseRow, { agentRole }: Caller): Purchase {
  const hasMoney = agentRole !== 'caller'
  const latest = row.events.at(-1)
  const status = row.replacement_status ?? 'no-replacement'
  return {
    _id: row.purchase_id,
    user: { _id: row.user_id, name: row.user_name, email: row.user_email },
    lead: { ...toLead(row), ...(!hasMoney && { cost: 0 }) },
    contactStopped: row.contact_stopped,
    cost: hasMoney ? rupeesFromPaise(row.paid_cost_paise) : 0,
    paidWith: hasMoney ? row.paid_with : 'wallet',
    planName: hasMoney ? row.plan_name : null,
    automatic: hasMoney && row.is_automatic ? { search: toSearch(row) } : null,
    replacementStatus: status,
    reportUntil: row.report_until?.toISOString() ?? null,
    canRequestReplacement:
      hasMoney &&
      ((status === 'no-replacement' && !isPast(row.report_until)) ||
        (status === 'rejected' && row.events.length < maxRequests && !isPast(latest?.appeal_by))),
    takesPictures: !row.is_erased,
    by: row.by,
    byId: row.by_id,
    replacement: latest === undefined || !hasMoney ? null : toEvent(latest, row.events.length > 1),
    callReport: toCallReport(row),
    createdAt: row.bought_at.toISOString(),
  }
}
