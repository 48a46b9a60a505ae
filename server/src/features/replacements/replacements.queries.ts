import type { DecidedHow, RequestStatus } from '@raahi/contract/leads'
import type { PayWay } from '@raahi/contract/purchases'
import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementReason } from '@raahi/contract/replacements'
import type { ReturnRate } from '@raahi/contract/return-checks'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { contactStoppedSql } from '../leads/public/contact-stopped.ts'
import { type LeadRow, parseLeadLabel } from '../leads/public/lead-response.ts'
import { hasEmailSql, tripColumnsSql } from '../leads/public/leads.queries.ts'
import { type ContactRow, contactLogSql } from '../pipeline/public/contacts.queries.ts'
import { decidableCondition } from './public/decidable-requests.queries.ts'
import { type PictureRow, picturesSql } from './public/request-pictures.queries.ts'
import {
  type CheckRow,
  checksSql,
  type QuestionRow,
  questionSql,
  rateSql,
} from './public/return-checks.queries.ts'

/** The rejection against which an appeal was made, parsed from JSON. */
export interface AppealedRow {
  reason_code: ReplacementReason | null
  reason_text: string
  rejected_at: string
  rejection_code: RejectionReason | null
  rejection_reason: string | null
  rejected_by: string
  rejected_by_name: string
  needs_other_admin: boolean
  pictures: PictureRow[]
}

/** A request with its lead, its buyer and the payment. */
export interface RequestRow extends LeadRow {
  request_id: string
  contact_stopped: boolean
  request_status: RequestStatus
  reason_code: ReplacementReason | null
  reason_text: string
  /** The position of the request among those of its purchase, starting at 1. */
  attempt: number
  requested_at: Date
  decide_by: Date | null
  approves_late: boolean
  decided_at: Date | null
  decided_how: DecidedHow | null
  rejection_code: RejectionReason | null
  rejection_reason: string | null
  pictures: PictureRow[]
  appeal_by: Date | null
  decided_as_only_admin: boolean | null
  appeals_against: AppealedRow | null
  checks: CheckRow[]
  contact_log: ContactRow[]
  traveller: QuestionRow | null
  return_rate: ReturnRate | null
  returned: PayWay | null
  returned_paise: number | null
  user_id: string
  user_name: string
  user_email: string
  user_phone: string | null
  user_company: string
  paid_cost_paise: number
  paid_with: PayWay
  bought_at: Date
  plan_name: string | null
  /** The refund that an approval would pay now. Null: the request is not pending. */
  approval_returns: PayWay | null
  approval_refund_paise: number | null
  asked_requests: number
  asked_approved: number
  asked_rejected: number
  asked_purchases: number
}

const orders = {
  '-createdAt': sql`r.created_at desc, r.id desc`,
  createdAt: sql`r.created_at, r.id`,
  // The order of replacement_requests_decide_by. Requests without a deadline are last.
  decideBy: sql`r.decide_by, r.created_at, r.id`,
}
export type RequestSort = keyof typeof orders

export interface RequestFilter {
  userId?: string | undefined
  status?: RequestStatus | undefined
  /** Part of the buyer's name, email or company, or a lead's number such as LD-000123. */
  search?: string | undefined
  reason?: ReplacementReason | undefined
  /** Only pending requests that this admin can decide. */
  decidableBy?: string | undefined
  sort: RequestSort
  offset: number
  limit: number
}

/**
 * A page of requests with the exact total, read in one snapshot by one statement. The page is selected only from the
 * requests; lead, buyer and history are read only for the rows of the page.
 */
export async function findRequestPage(
  db: Kysely<Schema>,
  filter: RequestFilter,
): Promise<{ total: number; rows: RequestRow[] }> {
  const conditions = conditionsOf(filter)
  const order = orders[filter.sort]
  const { rows } = await sql<{ total: number } & (RequestRow | { request_id: null })>`
    with page as materialized (
      select r.id, r.user_id, row_number() over (order by ${order}) as place
      from replacement_requests r where ${conditions}
      order by ${order} offset ${filter.offset} limit ${filter.limit}
    ), ${askedSql}
    select counted.n as total, shown.* from (
      select count(*) as n from replacement_requests r where ${conditions}
    ) counted left join (select page.place, ${columnsSql} ${joinsSql}) shown on true
    order by shown.place`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last one has only the total.
    rows: rows.filter((row): row is { total: number } & RequestRow => row.request_id !== null),
  }
}

/** One request by its id. */
export async function findRequest(db: Kysely<Schema>, id: string): Promise<RequestRow> {
  const { rows } = await sql<RequestRow>`
    with page as materialized (select id, user_id from replacement_requests where id = ${id}),
      ${askedSql}
    select ${columnsSql} ${joinsSql}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the request that was just written is missing')
  return row
}

/** Requests and purchases of each buyer on the page. */
const askedSql = sql`
  asked as (
    select user_id, count(*) as requests,
      count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'rejected') as rejected
    from replacement_requests where user_id in (select user_id from page) group by user_id
  ), bought as (
    select user_id, count(*) as purchases from purchases
    where user_id in (select user_id from page) group by user_id
  )`

/** The rejection before the request `r`. */
const appealedSql = sql<AppealedRow | null>`
  (select json_build_object('reason_code', e.reason_code, 'reason_text', e.reason_text, 'rejected_at', e.decided_at,
      'rejection_code', e.rejection_code, 'rejection_reason', e.rejection_reason, 'rejected_by', e.decided_by,
      'rejected_by_name', a.name, 'needs_other_admin', r.status = 'pending' and has_other_admin(e.decided_by),
      'pictures', ${picturesSql('e')})
    from replacement_requests e join users a on a.id = e.decided_by
    where e.purchase_id = r.purchase_id and e.status = 'rejected' and e.created_at < r.created_at)`

const columnsSql = sql`
  r.id as request_id, r.status as request_status, r.reason_code, r.reason_text, r.created_at as requested_at,
  r.decide_by, r.decided_at, r.decided_how, coalesce(policy.approves_late, false) as approves_late,
  r.rejection_code, r.rejection_reason, r.appeal_by, r.decided_as_only_admin, ${appealedSql} as appeals_against,
  ${picturesSql('r')} as pictures, r.returned, ${checksSql} as checks, ${contactLogSql} as contact_log, ${questionSql} as traveller, ${rateSql} as return_rate,
  case r.returned when 'wallet' then r.refund_paise end as returned_paise,
  (select count(*) from replacement_requests earlier where earlier.purchase_id = r.purchase_id
    and earlier.created_at <= r.created_at) as attempt,
  u.id as user_id, u.name as user_name, u.email as user_email, u.phone as user_phone,
  u.company_name as user_company,
  p.cost_paise as paid_cost_paise, p.paid_with, p.created_at as bought_at, p.replacement_status,
  s.plan_name, approval.returned as approval_returns, approval.refund_paise as approval_refund_paise,
  asked.requests as asked_requests, asked.approved as asked_approved,
  asked.rejected as asked_rejected, bought.purchases as asked_purchases,
  ${tripColumnsSql('l')}, l.phone, l.email, ${contactStoppedSql} as contact_stopped, l.status,
  -- Only unsold leads expire or are under review.
  false as expired, false as under_review, l.sold_cost_paise as cost_paise,
  ${hasEmailSql('l')} as has_email`

const joinsSql = sql`
  from page join replacement_requests r on r.id = page.id
  join purchases p on p.id = r.purchase_id
  join leads l on l.id = p.lead_id
  join agency_owners u on u.id = r.user_id
  join asked on asked.user_id = r.user_id
  join bought on bought.user_id = r.user_id
  left join subscriptions s on s.id = p.subscription_id
  left join return_policies policy on policy.version = r.policy_version
  left join lateral replacement_refund(p, s, r, now()) approval on r.status = 'pending'`

function conditionsOf(filter: RequestFilter): RawBuilder<unknown> {
  const { userId, status, search, reason, decidableBy } = filter
  return joinConditions([
    userId && sql`r.user_id = ${userId}`,
    status && sql`r.status = ${status}`,
    reason && reasonCondition(reason),
    decidableBy && decidableCondition(decidableBy),
    search && searchCondition(search),
  ])
}

/** The condition for a reason. A request without a code counts as 'other'. */
function reasonCondition(code: ReplacementReason): RawBuilder<unknown> {
  return code === 'other'
    ? sql`(r.reason_code = 'other' or r.reason_code is null)`
    : sql`r.reason_code = ${code}`
}

function searchCondition(search: string): RawBuilder<unknown> {
  const labelled = parseLeadLabel(search)
  if (labelled !== undefined) return sql`r.lead_number = ${labelled}`
  const part = sql`lower(${likePattern(search)})`
  const byPhone = phoneCondition(sql`phone`, search)
  const buyers = sql`r.user_id in (select id from users where search_name like ${part}
    or search_email like ${part} or search_company like ${part} ${byPhone ? sql`or ${byPhone}` : sql``})`
  // Digits may also be part of a name, an email or a phone number.
  const number = /^0*(\d{1,15})$/.exec(search)?.[1]
  const conditions = [
    ...(number ? [sql`r.lead_number = ${number}`] : []),
    buyers,
    ...(byPhone ? [travellersCondition(byPhone)] : []),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** The traveller of the returned lead has this phone number. */
function travellersCondition(byPhone: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from purchases p join leads l on l.id = p.lead_id
    where p.id = r.purchase_id and ${byPhone})`
}
