import {
  duplicateWithinDays,
  type Enquiry,
  type EnquirySource,
  type EnquiryStatus,
  type RejectReason,
} from '@raahi/contract/enquiries'
import type { LeadStatus } from '@raahi/contract/lead-status'
import { answerWithinHours, type TravellerAnswer } from '@raahi/contract/traveller-question'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { joinConditions } from '../../../platform/database/join-conditions.ts'
import { likePattern } from '../../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../../platform/database/phone-search.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import {
  type CallReportRow,
  callReportColumnsSql,
  openCallReportsSql,
} from '../../call-reports/public/call-reports.queries.ts'
import { findKnownLeads } from '../../leads/public/known-leads.ts'
import type { TripRow } from '../../leads/public/lead-response.ts'
import { tripColumnsSql } from '../../leads/public/leads.queries.ts'

/** An enquiry with its lead, the admin who decided, and the enquiry that it duplicates. */
export interface EnquiryRow extends TripRow<'enquiries'>, CallReportRow {
  status: EnquiryStatus
  phone: string
  email: string | null
  source: EnquirySource
  /** The source, from JSON. */
  arrived_by: { _id: string; name: string }
  consent_text: string
  consent_version: string
  consent_at: Date
  message: string | null
  extra: Record<string, string> | null
  suspected: boolean
  reject_reason: RejectReason | null
  corrected_at: Date | null
  withdrawn_at: Date | null
  decided_at: Date | null
  decider_id: string | null
  decider_name: string | null
  duplicate: DuplicateRow | null
  lead_id: string | null
  lead_number: number | null
  lead_name: string | null
  lead_status: LeadStatus | null
  lead_expired: boolean | null
  lead_deleted: boolean | null
  /** The values before and after corrections that no admin has read, by column, from JSON. Null: not under review. */
  lead_corrections: Record<'before' | 'after', Record<string, string | null>> | null
  /** The agent of the call report; null without one. */
  buyer_id: string | null
  buyer_name: string | null
  buyer_company: string | null
  question: QuestionRow | null
}

/** The earlier enquiry or lead with the same contact, from JSON. */
export interface DuplicateRow
  extends Pick<
    NonNullable<Enquiry['duplicateOf']>,
    'kind' | 'status' | 'deleted' | 'name' | 'city' | 'destination' | 'travelDate'
  > {
  id: string
  number: number
  createdAt: string
  hasPhone: boolean
  hasEmail: boolean | null
}

/** The question to the traveller, from JSON. */
export interface QuestionRow {
  answer: TravellerAnswer | null
  wasInTime: boolean | null
  until: string
}

export interface EnquiryFilter {
  status?: EnquiryStatus | undefined
  /** Part of the traveller's text, or an RQ- or LD-number. */
  search?: string | undefined
  duplicates?: 'only' | 'none' | undefined
  suspected?: 'only' | undefined
  calls?: 'open' | undefined
  corrected?: 'open' | undefined
  oldestFirst: boolean
  offset: number
  limit: number
}

/** A page of the enquiries that are not erased, with the exact total, in one snapshot. */
export async function findEnquiryPage(
  db: Kysely<Schema>,
  filter: EnquiryFilter,
): Promise<{ total: number; rows: EnquiryRow[] }> {
  const conditions = enquiryConditions(filter)
  const order = filter.oldestFirst ? sql`e.created_at, e.id` : sql`e.created_at desc, e.id desc`
  const { rows } = await sql<{ total: number } & (EnquiryRow | { id: null })>`
    with page as materialized (
      select e.id, row_number() over (order by ${order}) as position from enquiries e
      where ${conditions} order by ${order} offset ${filter.offset} limit ${filter.limit}
    )
    select counted.n as total, shown.* from (
      select count(*) as n from enquiries e where ${conditions}
    ) counted left join (
      select page.position, ${columnsSql} from page join enquiries e on e.id = page.id ${joinsSql}
    ) shown on true
    order by shown.position`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last has one row with only the total.
    rows: rows.filter((row): row is { total: number } & EnquiryRow => row.id !== null),
  }
}

/** Finds an enquiry that is not erased. */
export async function findEnquiry(db: Kysely<Schema>, id: string): Promise<EnquiryRow | undefined> {
  return findWhere(db, sql`e.id = ${id}`)
}

/** Finds the enquiry of a traveller's link. */
export async function findByToken(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<EnquiryRow | undefined> {
  // An array, because a ninth table in the join exceeds join_collapse_limit: all enquiries would be joined first.
  return findWhere(db, sql`e.id = any(array(${enquiryOfLinkSql(tokenHash)}))`)
}

/** Selects the id of the enquiry of a link: the first link or one that was mailed later. */
function enquiryOfLinkSql(tokenHash: Buffer): RawBuilder<unknown> {
  return sql`select id from enquiries where token_hash = ${tokenHash}
    union all select enquiry_id from enquiry_links where token_hash = ${tokenHash}`
}

/**
 * Locks an enquiry, then reads it, so that concurrent decisions and withdrawals wait. Lock order: the enquiry before
 * its lead.
 */
export async function lockEnquiry(tx: Transaction, id: string): Promise<EnquiryRow | undefined> {
  await tx.selectFrom('enquiries').select('id').where('id', '=', id).forUpdate().execute()
  return findEnquiry(tx, id)
}

/** Locks the enquiry of a traveller's link. */
export async function lockByToken(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<EnquiryRow | undefined> {
  await sql`select from enquiries where id in (${enquiryOfLinkSql(tokenHash)}) for update`.execute(
    tx,
  )
  return findByToken(tx, tokenHash)
}

/**
 * Finds the latest recent enquiry with this phone number or email, or else the latest such lead, so that a duplicate is
 * recognised. The caller has locked the contacts.
 * @param own the enquiry itself and its lead, if it is already stored
 */
export async function findEarlier(
  tx: Transaction,
  contact: { phone: string; email: string | null },
  own?: Pick<EnquiryRow, 'id' | 'lead_id'>,
): Promise<{ duplicate_of: string | null; duplicate_of_lead: string | null }> {
  const enquiry = await findEarlierEnquiry(tx, contact, own?.id)
  const [lead] = enquiry === null ? await findKnownLeads(tx, contact, own?.lead_id) : []
  return { duplicate_of: enquiry, duplicate_of_lead: lead?._id ?? null }
}

async function findEarlierEnquiry(
  tx: Transaction,
  { phone, email }: { phone: string; email: string | null },
  than?: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from enquiries
    where erased_at is null and created_at > now() - make_interval(days => ${duplicateWithinDays}::integer)
      and (phone = ${phone} or email = ${email})
      and id is distinct from ${than ?? null}::uuid
    order by created_at desc, id desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

async function findWhere(
  db: Kysely<Schema>,
  condition: RawBuilder<unknown>,
): Promise<EnquiryRow | undefined> {
  const { rows } = await sql<EnquiryRow>`
    select ${columnsSql} from enquiries e ${joinsSql}
    where ${condition} and e.erased_at is null`.execute(db)
  return rows[0]
}

/** The enquiry or lead `d` that enquiry `e` may repeat. */
function duplicateSql(kind: DuplicateRow['kind']) {
  return sql`json_build_object('kind', ${sql.lit(kind)}, 'id', d.id, 'number', d.number, 'status', d.status,
    'deleted', ${kind === 'lead' ? sql`d.deleted_at is not null` : sql`false`}, 'createdAt', d.created_at,
    'name', d.name, 'city', d.city, 'destination', d.destination, 'travelDate', d.travel_date,
    'hasPhone', d.phone = e.phone, 'hasEmail', d.email = e.email)`
}

/** The id and the name of a source. */
export function sourceNameSql(
  sourceId: RawBuilder<unknown>,
): RawBuilder<{ _id: string; name: string }> {
  return sql`(select json_build_object('_id', s.id, 'name', s.name) from sources s where s.id = ${sourceId})`
}

const columnsSql = sql`
  ${tripColumnsSql('e')}, e.phone, e.email, e.status, e.source, ${sourceNameSql(sql`e.source_id`)} as arrived_by,
  e.consent_text, e.consent_version, e.consent_at, e.message, e.extra, e.suspected, e.reject_reason,
  e.corrected_at, e.withdrawn_at, e.decided_at, u.id as decider_id, u.name as decider_name,
  coalesce((select ${duplicateSql('enquiry')} from enquiries d where d.id = e.duplicate_of and d.erased_at is null),
    -- An erased lead has no phone.
    (select ${duplicateSql('lead')} from leads d where d.id = e.duplicate_of_lead and d.phone <> '')) as duplicate,
  l.id as lead_id, l.number as lead_number, l.name as lead_name, l.status as lead_status,
  l.status = 'buy' and is_travel_over(l.travel_date, l.month_end, today_in_india()) as lead_expired,
  l.deleted_at is not null as lead_deleted,
  case when l.corrected_from is not null then json_build_object('before', l.corrected_from, 'after', to_jsonb(l)) end
    as lead_corrections,
  ${callReportColumnsSql}, b.id as buyer_id, b.name as buyer_name, b.company_name as buyer_company,
  (select json_build_object('answer', q.answer, 'wasInTime', q.was_in_time,
      'until', p.created_at + make_interval(hours => ${sql.lit(answerWithinHours)}))
    from traveller_questions q join purchases p on p.lead_id = q.lead_id
    where q.lead_id = l.id and q.erased_at is null) as question`

const joinsSql = sql`
  left join users u on u.id = e.decided_by
  left join lead_origins o on o.enquiry_id = e.id
  left join leads l on l.id = o.lead_id
  left join call_reports c on c.enquiry_id = e.id
  left join purchases cp on cp.id = c.purchase_id
  left join users b on b.id = cp.user_id`

/** Enquiries without a decision, suspected ones included. Partial indexes contain only these rows. */
export const openEnquiriesSql = sql`enquiries where status = 'new' and erased_at is null`

/** The origins of leads that are off sale until an admin has read a correction. */
export const openCorrectionsSql = sql`leads l join lead_origins o on o.lead_id = l.id where l.corrected_from is not null`

const numberForm = /^(RQ|LD)-0*(\d{1,15})$/i

/** All conditions of a list on enquiries `e`: not erased, and every given filter. */
export function enquiryConditions({
  status,
  search = '',
  duplicates,
  suspected,
  calls,
  corrected,
}: Omit<EnquiryFilter, 'oldestFirst' | 'offset' | 'limit'>): RawBuilder<unknown> {
  return joinConditions([
    sql`e.erased_at is null`,
    status && sql`e.status = ${sql.lit(status)}`,
    duplicates === 'only' && sql`num_nonnulls(e.duplicate_of, e.duplicate_of_lead) > 0`,
    duplicates === 'none' && sql`num_nonnulls(e.duplicate_of, e.duplicate_of_lead) = 0`,
    suspected === 'only' && sql`e.suspected`,
    calls === 'open' && sql`e.id in (select c.enquiry_id from ${openCallReportsSql})`,
    corrected === 'open' && sql`e.id in (select o.enquiry_id from ${openCorrectionsSql})`,
    // An admin who searches by number has the traveller on the phone. The condition must match the partial indexes,
    // otherwise they are not used.
    !suspected &&
      !numberForm.test(search) &&
      (status === 'new' ? sql`not e.suspected` : sql`(e.status <> 'new' or not e.suspected)`),
    search !== '' && searchCondition(search),
  ])
}

function searchCondition(search: string): RawBuilder<unknown> {
  const [, series, number] = numberForm.exec(search) ?? []
  if (series?.toUpperCase() === 'RQ') return sql`e.number = ${number}`
  if (series) {
    return sql`e.id in (select o.enquiry_id from lead_origins o
      join leads l on l.id = o.lead_id where l.number = ${number})`
  }
  const byText = sql`e.search_text like lower(${likePattern(search)})`
  const byPhone = phoneCondition(sql`e.search_text`, search)
  return byPhone ? sql`(${byText} or ${byPhone})` : byText
}
