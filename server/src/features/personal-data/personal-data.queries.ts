import type { EnquirySource, EnquiryStatus } from '@raahi/contract/enquiries'
import type { LeadStatus } from '@raahi/contract/lead-status'
import type { RequestStatus } from '@raahi/contract/leads'
import type { TravellerContact } from '@raahi/contract/personal-data'
import type { QuoteAnswerKind, QuoteVersionStatus } from '@raahi/contract/quote-rules'
import type { QuoteDay } from '@raahi/contract/quotes'
import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementReason } from '@raahi/contract/replacements'
import type { CheckFinding, ReturnCheckCode } from '@raahi/contract/return-checks'
import type { TravellerAnswer } from '@raahi/contract/traveller-question'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import {
  type CallReportRow,
  callReportColumnsSql,
} from '../call-reports/public/call-reports.queries.ts'
import { findTravellerRows, type TravellerImportRow } from '../imports/public/traveller-rows.ts'
import type { TripRow } from '../leads/public/lead-response.ts'
import { tripColumnsSql } from '../leads/public/leads.queries.ts'
import { type BuyerRecords, buyerRecordsSql } from '../pipeline/public/buyer-records.ts'

export interface TravellerEnquiry extends TripRow<'enquiries'>, CallReportRow {
  phone: string
  email: string | null
  status: EnquiryStatus
  source: EnquirySource
  consent_text: string
  consent_version: string
  consent_at: Date
  consent_ip: string | null
  message: string | null
  /** Further questions with their answers. */
  extra: Record<string, string> | null
  /** The name of the source. */
  arrived_by: string
  corrected_at: Date | null
  withdrawn_at: Date | null
  /** The question whether the trip is still planned, and the answer. */
  question: {
    askedAt: string
    answer: TravellerAnswer | null
    wasInTime: boolean | null
    answeredAt: string | null
  } | null
}

export interface TravellerLead extends TripRow<'leads'> {
  phone: string
  email: string | null
  status: LeadStatus
  sold_at: Date | null
  deleted_at: Date | null
  consent_text: string | null
  consent_at: Date | null
  /** The agent who bought the lead. */
  buyer_name: string | null
  buyer_company: string | null
  /** The buyer's records about the traveller. Null: the lead is not bought. */
  buyer_records: BuyerRecords | null
  /** The buyer's replacement requests, oldest first. */
  replacement_requests: {
    requestedAt: string
    reasonCode: ReplacementReason | null
    reasonText: string
    status: RequestStatus
    rejectionCode: RejectionReason | null
    rejectionReason: string | null
    /** When the buyer added each picture. */
    picturesAddedAt: string[]
    /** The results of the automatic checks. */
    checks: { check: ReturnCheckCode; found: CheckFinding | null; at: string | null }[]
  }[]
  /** The versions of the buyer's quote, oldest first, with the traveller's answers. Amounts are in paise. */
  quotes: {
    version: number
    status: QuoteVersionStatus
    savedAt: string
    sentAt: string | null
    mailedAt: string | null
    title: string
    days: QuoteDay[]
    inclusions: string
    exclusions: string
    terms: string
    totalPaise: number
    views: number
    lastViewedAt: string | null
    answers: { kind: QuoteAnswerKind; text: string | null; at: string }[]
  }[]
}

export interface TravellerMessage {
  id: string
  name: string
  email: string
  message: string
  created_at: Date
  answered_at: Date | null
  answer: string | null
}

/** A condition on the rows of a table: they have this phone number or this email. */
export function whereContact(
  { phone, email }: TravellerContact,
  table: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [
    phone !== undefined && sql`${table}.phone = ${phone}`,
    email !== undefined && sql`${table}.email = ${email}`,
  ].filter((condition) => typeof condition === 'object')
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Enquiries with the contact, and enquiries whose lead has the contact. PostgreSQL scans all leads, because the indexes
 * that would avoid the scan would slow down every sale.
 */
export function whereEnquiry(contact: TravellerContact): RawBuilder<unknown> {
  return sql`(e.erased_at is null and (${whereContact(contact, sql`e`)} or e.id in (
    select o.enquiry_id from lead_origins o join leads l on l.id = o.lead_id
    where ${whereContact(contact, sql`l`)})))`
}

/** Leads with the contact, and leads whose enquiry has the contact. */
export function whereLead(contact: TravellerContact): RawBuilder<unknown> {
  return sql`(${whereContact(contact, sql`l`)} or l.id in (
    select o.lead_id from lead_origins o join enquiries e on e.id = o.enquiry_id
    where ${whereContact(contact, sql`e`)}))`
}

/** Messages have no phone number, so they are found by email. */
export function whereMessage({ email }: TravellerContact): RawBuilder<unknown> {
  return email === undefined ? sql`false` : sql`m.email = ${email}`
}

/** All data of a traveller, oldest first. */
export async function findTravellerData(
  db: Kysely<Schema>,
  contact: TravellerContact,
): Promise<{
  enquiries: TravellerEnquiry[]
  leads: TravellerLead[]
  messages: TravellerMessage[]
  importRows: TravellerImportRow[]
}> {
  const enquiries = await sql<TravellerEnquiry>`
    select ${tripColumnsSql('e')}, e.phone, e.email, e.status, e.source, e.consent_text, e.consent_version,
      e.consent_at, e.consent_ip, e.message, e.extra,
      (select name from sources where id = e.source_id) as arrived_by, e.corrected_at, e.withdrawn_at, ${callReportColumnsSql},
      (select json_build_object('askedAt', q.asked_at, 'answer', q.answer, 'wasInTime', q.was_in_time,
          'answeredAt', q.answered_at)
        from traveller_questions q where q.enquiry_id = e.id) as question
    from enquiries e left join call_reports c on c.enquiry_id = e.id
    where ${whereEnquiry(contact)} order by e.created_at, e.id`.execute(db)
  const leads = await sql<TravellerLead>`
    select ${tripColumnsSql('l')}, l.phone, l.email, l.status, l.sold_at, l.deleted_at, o.consent_text, o.consent_at,
      u.name as buyer_name, u.company_name as buyer_company,
      ${buyerRecordsSql} as buyer_records,
      coalesce((select json_agg(json_build_object('requestedAt', r.created_at,
          'reasonCode', r.reason_code, 'reasonText', r.reason_text, 'status', r.status, 'rejectionCode', r.rejection_code,
          'rejectionReason', r.rejection_reason,
          'picturesAddedAt', (select coalesce(json_agg(i.created_at order by i.position), '[]')
            from request_pictures i where i.request_id = r.id),
          -- The other lead that a check found is left out, because it may be another person's.
          'checks', (select coalesce(json_agg(json_build_object('check', c.check_code, 'found', c.found, 'at', c.happened_at)
              order by c.check_code), '[]') from replacement_checks c where c.request_id = r.id)) order by r.created_at)
        from replacement_requests r where r.purchase_id = p.id), '[]') as replacement_requests,
      coalesce((select json_agg(json_build_object('version', v.number, 'status', v.status, 'savedAt', v.saved_at,
          'sentAt', v.sent_at, 'mailedAt', v.mailed_at, 'title', v.title, 'days', v.days, 'inclusions', v.inclusions,
          'exclusions', v.exclusions, 'terms', v.terms, 'totalPaise', v.total_paise, 'views', coalesce(w.views, 0),
          'lastViewedAt', w.last_viewed_at,
          'answers', (select coalesce(json_agg(json_build_object('kind', a.kind, 'text', a.text, 'at', a.created_at)
              order by a.created_at), '[]') from quote_answers a where a.quote_id = v.quote_id and a.number = v.number))
          order by v.number)
        from quotes q join quote_versions v on v.quote_id = q.id
        left join quote_views w on w.quote_id = v.quote_id and w.number = v.number
        where q.purchase_id = p.id), '[]') as quotes
    from leads l left join lead_origins o on o.lead_id = l.id
    left join purchases p on p.lead_id = l.id left join users u on u.id = p.user_id
    -- A lead that is found by its enquiry may be erased already.
    where ${whereLead(contact)} and l.phone <> '' order by l.created_at, l.id`.execute(db)
  const messages = await sql<TravellerMessage>`
    select m.id, m.name, m.email, m.message, m.created_at, m.answered_at, m.answer
    from contact_messages m
    where ${whereMessage(contact)} order by m.created_at, m.id`.execute(db)
  return {
    enquiries: enquiries.rows,
    leads: leads.rows,
    messages: messages.rows,
    importRows: await findTravellerRows(db, contact),
  }
}
