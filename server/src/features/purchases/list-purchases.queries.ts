import type { DecidedHow, RequestStatus } from '@raahi/contract/leads'
import type { PipelineColumn } from '@raahi/contract/pipeline-labels'
import type { PayWay, PurchaseFilterQuery } from '@raahi/contract/purchases'
import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementReason } from '@raahi/contract/replacements'
import type { ReturnRate } from '@raahi/contract/return-checks'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { inDays } from '../../platform/database/in-days.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'
import {
  type CallReportRow,
  callReportColumns,
  isReportOpenSql,
} from '../call-reports/public/call-reports.queries.ts'
import { isCurrentInvoice } from '../invoices/public/current-invoice.ts'
import { agentsContactSql, contactStoppedSql } from '../leads/public/contact-stopped.ts'
import { type LeadRow, tripColumns } from '../leads/public/lead-response.ts'
import { inScopeSql, type LeadScope } from '../leads/public/lead-scope.ts'
import { hasEmailSql } from '../leads/public/leads.queries.ts'
import { hasPlaceSql } from '../leads/public/place-columns.ts'
import { searchCondition } from '../leads/public/purchase-search.ts'
import {
  columnSql,
  type LastContactRow,
  lastContactSql,
  stageSql,
} from '../pipeline/public/card-columns.ts'
import { type PictureRow, picturesSql } from '../replacements/public/request-pictures.queries.ts'
import {
  type CheckRow,
  checksSql,
  type QuestionRow,
  questionSql,
  rateSql,
} from '../replacements/public/return-checks.queries.ts'

export interface PurchaseRow extends LeadRow, CallReportRow {
  purchase_id: string
  user_id: string
  user_name: string
  user_email: string
  /** The person who bought it. */
  by: string
  by_id: string
  paid_cost_paise: number
  paid_with: PayWay
  plan_name: string | null
  bought_at: Date
  is_automatic: boolean
  /** The search of an automatic purchase. Null: not automatic, or the search was deleted. */
  search_id: string | null
  search_name: string | null
  /** Null: the purchase can be reported without a time limit. */
  report_until: Date | null
  contact_stopped: boolean
  /** The traveller was erased. */
  is_erased: boolean
}

/** A purchase with its replacement requests. */
export interface RequestedPurchaseRow extends PurchaseRow {
  /** All requests, oldest first, parsed from JSON. */
  events: ReplacementEventRow[]
}

export interface ReplacementEventRow {
  id: string
  pictures: PictureRow[]
  status: RequestStatus
  reason_code: ReplacementReason | null
  reason_text: string
  created_at: string
  decide_by: string | null
  decided_at: string | null
  decided_how: DecidedHow | null
  rejection_code: RejectionReason | null
  rejection_reason: string | null
  appeal_by: string | null
  needs_other_admin: boolean | null
  decided_as_only_admin: boolean | null
  returned: PayWay | null
  refund_paise: number | null
  checks: CheckRow[]
  traveller: QuestionRow | null
  return_rate: ReturnRate | null
}

/** All purchases of a user with the lead's contact, newest first, including those of deleted leads. */
export async function findPurchases(
  database: Database,
  scope: LeadScope,
): Promise<RequestedPurchaseRow[]> {
  return purchasesNewestFirst(database.kysely)
    .select(eventsSql.as('events'))
    .where(inScopeSql(scope))
    .execute()
}

/** A purchase without a named member was made by the founder of the agency. */
function purchasesNewestFirst(db: Kysely<Schema>) {
  return db
    .selectFrom('purchases as p')
    .innerJoin('leads as l', 'l.id', 'p.lead_id')
    .innerJoin(
      sql<{ id: string; name: string; email: string }>`agency_owners`.as('u'),
      'u.id',
      'p.user_id',
    )
    .innerJoin('users as b', (join) =>
      join.on(sql<boolean>`b.id = coalesce(p.bought_by, p.user_id)`),
    )
    .leftJoin('subscriptions as s', 's.id', 'p.subscription_id')
    .leftJoin('automatic_purchases as a', 'a.purchase_id', 'p.id')
    .leftJoin('automatic_buying_rules as r', 'r.id', 'a.rule_id')
    .leftJoin('saved_searches as ss', 'ss.id', 'r.search_id')
    .leftJoin('lead_origins as o', 'o.lead_id', 'p.lead_id')
    .leftJoin('enquiries as e', 'e.id', 'o.enquiry_id')
    .leftJoin('call_reports as c', (join) =>
      join.onRef('c.purchase_id', '=', 'p.id').on(isReportOpenSql),
    )
    .select([
      'p.id as purchase_id',
      'p.user_id',
      'u.name as user_name',
      'u.email as user_email',
      'b.name as by',
      'b.id as by_id',
      'p.cost_paise as paid_cost_paise',
      'p.paid_with',
      's.plan_name',
      'p.created_at as bought_at',
      sql<boolean>`a.id is not null`.as('is_automatic'),
      'ss.id as search_id',
      'ss.name as search_name',
      sql<Date | null>`report_until(p.created_at)`.as('report_until'),
      'p.replacement_status',
      contactStoppedSql.as('contact_stopped'),
      sql<boolean>`p.traveller_erased_at is not null`.as('is_erased'),
      agentsContactSql('phone').as('phone'),
      agentsContactSql('email').as('email'),
      hasEmailSql('l').as('has_email'),
      'l.status',
      // Only unsold leads expire or are under review.
      sql<boolean>`false`.as('expired'),
      sql<boolean>`false`.as('under_review'),
      'l.sold_cost_paise as cost_paise',
    ])
    .select(callReportColumns)
    .select(tripColumns.map((column) => `l.${column}` as const))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
}

/** All requests. The condition on the purchase skips the look-up for purchases without a request, which are most. */
const eventsSql = sql<ReplacementEventRow[]>`
  coalesce((
    select json_agg(json_build_object('id', r.id, 'pictures', ${picturesSql('r')}, 'status', r.status, 'reason_code', r.reason_code,
      'reason_text', r.reason_text, 'created_at', r.created_at, 'decide_by', r.decide_by,
      'decided_at', r.decided_at, 'decided_how', r.decided_how,
      'rejection_code', r.rejection_code, 'rejection_reason', r.rejection_reason,
      'needs_other_admin', (select has_other_admin(e.decided_by) from replacement_requests e
        where r.status = 'pending' and e.purchase_id = r.purchase_id and e.status = 'rejected'),
      'appeal_by', r.appeal_by, 'decided_as_only_admin', r.decided_as_only_admin, 'returned', r.returned,
      'refund_paise', r.refund_paise, 'checks', ${checksSql}, 'traveller', ${questionSql}, 'return_rate', ${rateSql}) order by r.created_at)
    from replacement_requests r
    where r.purchase_id = p.id and p.replacement_status <> 'no-replacement'), '[]')`

/** A purchase with the additional columns of the export. */
export interface ExportedPurchaseRow extends PurchaseRow {
  /** The rejection of the latest request, parsed from JSON. Null: it was not rejected. */
  rejection: { code: RejectionReason | null; text: string | null } | null
}

/** Only purchases with a rejected request are looked up. */
const rejectionSql = sql<ExportedPurchaseRow['rejection']>`
  (select json_build_object('code', r.rejection_code, 'text', r.rejection_reason) from replacement_requests r
    where r.purchase_id = p.id and p.replacement_status = 'rejected' order by r.created_at desc limit 1)`

/** A purchase with its requests, the invoice of the plan that paid, and its place in the pipeline. */
export interface PurchaseEntryRow extends RequestedPurchaseRow {
  invoice_id: string | null
  invoice_number: string | null
  column: PipelineColumn
  last_contact: LastContactRow
}

/** The user and the filters of a list of purchases. */
export interface PurchaseFilter extends Omit<PurchaseFilterQuery, 'lead' | 'assignee'>, LeadScope {
  /** The number of one lead. */
  leadNumber?: number | undefined
}

/**
 * A page of purchases, newest first, with the exact total, read in one snapshot by one statement. The page is selected
 * before the joins, so that no join runs for skipped purchases.
 */
export async function findPurchasePage(
  { kysely }: Database,
  filter: PurchaseFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: PurchaseEntryRow[] }> {
  const source = filteredPurchases(filter)
  const page = purchasesNewestFirst(kysely)
    .leftJoin('payments as g', 'g.entry_id', 's.entry_id')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.payment_id', '=', 'g.id').on(isCurrentInvoice),
    )
    .select([eventsSql.as('events'), 'i.id as invoice_id', 'i.number as invoice_number'])
    .select([columnSql(stageSql).as('column'), lastContactSql.as('last_contact')])
    .where(
      sql<boolean>`p.id = any (array(select p.id ${source}
        order by p.created_at desc, p.id desc offset ${offset} limit ${limit}))`,
    )
  const { rows } = await sql<{ total: number } & (PurchaseEntryRow | { purchase_id: null })>`
    select counted.n as total, shown.* from (select count(*) as n ${source}) counted
    left join ${page} shown on true
    order by shown.bought_at desc, shown.purchase_id desc`.execute(kysely)
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last one has only the total.
    rows: rows.filter(
      (row): row is { total: number } & PurchaseEntryRow => row.purchase_id !== null,
    ),
  }
}

/** The purchases before a given purchase, newest first, or from the newest if no purchase is given. */
export async function findPurchasesBelow(
  { kysely }: Database,
  filter: PurchaseFilter,
  below: string | undefined,
  limit: number,
): Promise<ExportedPurchaseRow[]> {
  const condition = below
    ? sql`and (p.created_at, p.id) < (select created_at, id from purchases where id = ${below})`
    : sql``
  return purchasesNewestFirst(kysely)
    .select(rejectionSql.as('rejection'))
    .where(
      sql<boolean>`p.id = any (array(select p.id ${filteredPurchases(filter)} ${condition}
        order by p.created_at desc, p.id desc limit ${limit}))`,
    )
    .execute()
}

/** The FROM and WHERE clauses. Leads are joined only if a filter needs them. */
function filteredPurchases(filter: PurchaseFilter): RawBuilder<unknown> {
  const ofLead = leadConditions(filter)
  const conditions = joinConditions([
    inScopeSql(filter),
    filter.replacementStatus && sql`p.replacement_status = ${filter.replacementStatus}`,
    inDays(sql`p.created_at`, filter),
    ...ofLead,
  ])
  const join = ofLead.some(Boolean) ? sql`join leads l on l.id = p.lead_id` : sql``
  return sql`from purchases p ${join} where ${conditions}`
}

function leadConditions({ search, leadType, destination, leadNumber }: PurchaseFilter) {
  return [
    leadType && sql`l.lead_type = ${leadType}`,
    destination && hasPlaceSql('l', 'destination', destination),
    leadNumber !== undefined && sql`l.number = ${leadNumber}`,
    search && searchCondition(search),
  ]
}

export interface PurchaseFiguresRow {
  total: number
  spent_paise: number
  with_plans: number
  this_month: number
}

/** The figures of a user's purchases. The purchases are read from an index alone; the refunds come from the requests. */
export async function findPurchaseFigures(
  { kysely }: Database,
  userId: string,
): Promise<PurchaseFiguresRow> {
  const { rows } = await sql<PurchaseFiguresRow>`
    select b.total, b.with_plans, b.this_month, b.cost_paise - refunds.refund_paise as spent_paise
    from (
      select count(*) as total, coalesce(sum(cost_paise), 0)::bigint as cost_paise,
        count(*) filter (where paid_with = 'plan' and replacement_status <> 'approved') as with_plans,
        count(*) filter (where created_at >= day_start_in_india(
          date_trunc('month', today_in_india())::date)) as this_month
      from purchases where user_id = ${userId}
    ) b, (
      select coalesce(sum(r.refund_paise), 0)::bigint as refund_paise
      from replacement_requests r join purchases p on p.id = r.purchase_id and p.paid_with = 'wallet'
      where r.user_id = ${userId} and r.status = 'approved' and r.returned = 'wallet'
    ) refunds`.execute(kysely)
  const [row] = rows
  if (!row) throw new Error('the query of the figures returned no row')
  return row
}
