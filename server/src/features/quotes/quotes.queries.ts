import type { QuoteAnswerKind, QuoteGst, QuoteVersionStatus } from '@raahi/contract/quote-rules'
import type { QuoteDay } from '@raahi/contract/quotes'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { contactStoppedSql } from '../leads/public/contact-stopped.ts'
import { inScopeSql, type LeadScope } from '../leads/public/lead-scope.ts'

const isReturnedSql = sql<boolean>`p.replacement_status = 'approved'`

/** The present agency and the member that acts, which the next sent version will show. */
export interface AgencyRow {
  agency_company: string
  agency_agent: string
  agency_phone: string | null
  agency_email: string
  agency_address: string | null
  agency_gstin: string | null
  logo_id: string | null
}

/** A purchase of an agent, with the data for its quote. */
export interface QuotedPurchaseRow extends AgencyRow {
  purchase_id: string
  lead_id: string
  quote_id: string | null
  is_stopped: boolean
  is_returned: boolean
  lead_number: number
  lead_name: string
  lead_phone: string
  lead_email: string | null
  destination: string | null
  /** 0: not given. */
  travel_days: number
  /** Adults and children; 0: not given. */
  travellers: number
}

export interface QuoteVersionRow {
  quote_id: string
  number: number
  status: QuoteVersionStatus
  revision: number
  title: string
  days: QuoteDay[]
  inclusions: string
  exclusions: string
  terms: string
  price_per_person_paise: number
  persons: number
  gst: QuoteGst
  gst_percent: number
  taxable_paise: number
  gst_paise: number
  total_paise: number
  /** YYYY-MM-DD */
  valid_until: string | null
  saved_at: Date
  sent_at: Date | null
  ended_at: Date | null
  mailed_at: Date | null
  /** Null in a draft, which shows the present agency. */
  agency_company: string | null
  agency_agent: string | null
  agency_phone: string | null
  agency_email: string | null
  agency_address: string | null
  agency_gstin: string | null
  logo_id: string | null
}

const versionColumnsSql = sql`
  v.quote_id, v.number, v.status, v.revision, v.title, v.days, v.inclusions, v.exclusions, v.terms,
  v.price_per_person_paise, v.persons, v.gst, v.gst_percent, v.taxable_paise, v.gst_paise, v.total_paise,
  v.valid_until, v.saved_at, v.sent_at, v.ended_at, v.mailed_at, v.agency_company, v.agency_agent,
  v.agency_phone, v.agency_email, v.agency_address, v.agency_gstin, v.logo_id`

/** Finds a purchase of this agent by its id or by the id of its quote. */
export async function findQuotedPurchase(
  db: Kysely<Schema>,
  by: LeadScope & ({ purchaseId: string } | { quoteId: string }),
): Promise<QuotedPurchaseRow | undefined> {
  const isWanted: RawBuilder<unknown> =
    'purchaseId' in by ? sql`p.id = ${by.purchaseId}` : sql`q.id = ${by.quoteId}`
  const { rows } = await sql<QuotedPurchaseRow>`
    select p.id as purchase_id, p.lead_id, q.id as quote_id, ${contactStoppedSql} as is_stopped, ${isReturnedSql} as is_returned,
      l.number as lead_number, l.name as lead_name, l.phone as lead_phone, nullif(l.email, '') as lead_email,
      l.destination, l.travel_days, l.adult + l.children as travellers, u.company_name as agency_company, m.name as agency_agent, m.phone as agency_phone,
      m.email as agency_email, coalesce(u.billing_address, u.city) as agency_address, u.gstin as agency_gstin,
      (select g.id from agency_logos g where g.user_id = u.id and g.removed_at is null) as logo_id
    from purchases p join leads l on l.id = p.lead_id join users u on u.id = p.user_id
    join users m on m.id = ${by.byUserId ?? by.userId}
    left join quotes q on q.purchase_id = p.id
    where ${isWanted} and ${inScopeSql(by)}`.execute(db)
  return rows[0]
}

/**
 * Locks a purchase of this agent, then reads it. An erasure, a withdrawal or another change of the quote waits for this
 * lock, or is committed and visible here. Lock order: enquiry, purchase.
 * @returns undefined also for a purchase or quote of another agent
 */
export async function lockQuotedPurchase(
  tx: Transaction,
  by: LeadScope & ({ purchaseId: string } | { quoteId: string }),
): Promise<QuotedPurchaseRow | undefined> {
  const found = await findQuotedPurchase(tx, by)
  if (!found) return undefined
  await sql`select from enquiries where id in (
    select o.enquiry_id from lead_origins o join purchases p on p.lead_id = o.lead_id
    where p.id = ${found.purchase_id}) for share`.execute(tx)
  await sql`select from purchases where id = ${found.purchase_id} for no key update`.execute(tx)
  return findQuotedPurchase(tx, by)
}

/** @throws ApiFailure CONTACT_STOPPED, LEAD_RETURNED */
export function checkCanSend(purchase: QuotedPurchaseRow): void {
  if (purchase.is_stopped) throw new ApiFailure('CONTACT_STOPPED')
  if (purchase.is_returned) {
    throw new ApiFailure('LEAD_RETURNED', {
      message: 'You were refunded for this lead, so no quote can be sent for it.',
    })
  }
}

/** A version with the person who sent it. Of a draft, it is the founder of the agency. */
export interface OwnVersionRow extends QuoteVersionRow {
  by: string
  by_id: string
}

/** All versions of a quote, newest first. */
export async function findVersions(db: Kysely<Schema>, quoteId: string): Promise<OwnVersionRow[]> {
  const { rows } = await sql<OwnVersionRow>`
    select ${versionColumnsSql}, b.name as by, b.id as by_id
    from quote_versions v join quotes q on q.id = v.quote_id join purchases p on p.id = q.purchase_id
    join users b on b.id = coalesce(v.sent_by, p.user_id)
    where v.quote_id = ${quoteId} order by v.number desc`.execute(db)
  return rows
}

export interface QuoteViewRow {
  number: number
  views: number
  last_viewed_at: Date
}

export interface QuoteAnswerRow {
  id: string
  number: number
  kind: QuoteAnswerKind
  text: string | null
  created_at: Date
}

export async function findReactions(
  db: Kysely<Schema>,
  quoteId: string,
): Promise<{ views: QuoteViewRow[]; answers: QuoteAnswerRow[] }> {
  const views = await sql<QuoteViewRow>`
    select number, views, last_viewed_at from quote_views where quote_id = ${quoteId}`.execute(db)
  const answers = await sql<QuoteAnswerRow>`
    select id, number, kind, text, created_at from quote_answers where quote_id = ${quoteId}
    order by created_at desc, id desc`.execute(db)
  return { views: views.rows, answers: answers.rows }
}

/** The present version of a quote, found by a link that works. */
export interface SharedQuoteRow extends QuoteVersionRow {
  user_id: string
  purchase_id: string
  is_expired: boolean
  is_liked: boolean
}

/**
 * Finds the present version of a link's quote. A link works while its quote is not withdrawn, its traveller has not withdrawn
 * and is not erased, its agent is active, and its lead is not returned.
 */
export async function findSharedVersion(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<SharedQuoteRow | undefined> {
  const { rows } = await sql<SharedQuoteRow>`
    select ${versionColumnsSql}, q.user_id, q.purchase_id,
      v.valid_until < day_in_india(clock_timestamp()) as is_expired,
      exists (select from quote_answers a where a.quote_id = v.quote_id and a.number = v.number
        and a.kind = 'like') as is_liked
    from quote_links k join quotes q on q.id = k.quote_id
    join quote_versions v on v.quote_id = q.id and v.status = 'sent'
    join purchases p on p.id = q.purchase_id join users u on u.id = q.user_id
    where k.token_hash = ${tokenHash} and u.status = 'active'
      and not ${contactStoppedSql} and not ${isReturnedSql}`.execute(db)
  return rows[0]
}
