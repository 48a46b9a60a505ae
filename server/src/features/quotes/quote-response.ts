import { tourGstPercent } from '@raahi/contract/gst'
import { computeQuoteTotals, type QuoteGst } from '@raahi/contract/quote-rules'
import {
  maxNotInPdf,
  type Quote,
  type QuoteAgency,
  type QuoteContent,
  type QuoteDraft,
  type QuoteTexts,
  type QuoteVersion,
  type QuoteVersionSummary,
  type SharedQuote,
} from '@raahi/contract/quotes'
import { fitToFonts } from '../../platform/pdf/pdf-characters.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import type {
  AgencyRow,
  OwnVersionRow,
  QuoteAnswerRow,
  QuotedPurchaseRow,
  QuoteVersionRow,
  QuoteViewRow,
  SharedQuoteRow,
} from './quotes.queries.ts'

/** Converts the content of a version to columns, with the amounts computed from it. */
export function toContentColumns(content: QuoteContent) {
  const { taxablePaise, gstPaise, totalPaise } = computeQuoteTotals(content)
  return {
    title: content.title,
    days: JSON.stringify(content.days),
    inclusions: content.inclusions,
    exclusions: content.exclusions,
    terms: content.terms,
    price_per_person_paise: content.pricePerPersonPaise,
    persons: content.persons,
    gst: content.gst,
    gst_percent: percentOf(content.gst),
    taxable_paise: taxablePaise,
    gst_paise: gstPaise,
    total_paise: totalPaise,
    valid_until: content.validUntil,
  }
}

export const percentOf = (gst: QuoteGst) => (gst === 'none' ? 0 : tourGstPercent)

/** Content and stored amounts of a version. */
export function toContent(row: QuoteVersionRow) {
  return {
    title: row.title,
    days: row.days,
    inclusions: row.inclusions,
    exclusions: row.exclusions,
    terms: row.terms,
    pricePerPersonPaise: row.price_per_person_paise,
    persons: row.persons,
    gst: row.gst,
    validUntil: row.valid_until,
    gstPercent: row.gst_percent,
    taxablePaise: row.taxable_paise,
    gstPaise: row.gst_paise,
    totalPaise: row.total_paise,
  }
}

export function toDraft(row: QuoteVersionRow, agency: AgencyRow): QuoteDraft {
  const ofAgency = [agency.agency_company, agency.agency_agent, agency.agency_address ?? '']
  return {
    version: row.number,
    revision: row.revision,
    savedAt: row.saved_at.toISOString(),
    ...toContent(row),
    notInPdf: fitToFonts([joinQuoteTexts(row), ...ofAgency].join('\n')).removed.slice(
      0,
      maxNotInPdf,
    ),
  }
}

/** All texts of a quote or template, one per line. */
export function joinQuoteTexts({ title, days, inclusions, exclusions, terms }: QuoteTexts): string {
  const ofDays = days.flatMap((day) => [day.title, day.text])
  return [title, ...ofDays, inclusions, exclusions, terms].join('\n')
}

export function toAgency(row: AgencyRow): QuoteAgency {
  return {
    companyName: row.agency_company,
    agentName: row.agency_agent,
    phone: row.agency_phone,
    email: row.agency_email,
    address: row.agency_address,
    gstin: row.agency_gstin,
    hasLogo: row.logo_id !== null,
  }
}

/** The agency of a version: as it was sent, or the present agency for a draft. */
function agencyOf(row: QuoteVersionRow, present: AgencyRow | QuoteVersionRow): QuoteAgency {
  if (isSent(row)) return toAgency(row)
  if (!hasAgency(present)) throw new Error('the present agency of a draft is missing')
  return toAgency(present)
}

const hasAgency = (row: AgencyRow | QuoteVersionRow): row is AgencyRow => row.agency_email !== null

type Sent<Row> = Row & AgencyRow & { sent_at: Date; valid_until: string }

/** A database constraint ensures these values in each version that is not a draft. */
function isSent<Row extends QuoteVersionRow>(row: Row): row is Sent<Row> {
  return row.status !== 'draft'
}

function toSummary(row: Sent<OwnVersionRow>, view: QuoteViewRow | undefined): QuoteVersionSummary {
  return {
    version: row.number,
    status: row.status === 'draft' ? 'sent' : row.status,
    title: row.title,
    totalPaise: row.total_paise,
    validUntil: row.valid_until,
    sentAt: row.sent_at.toISOString(),
    by: row.by,
    byId: row.by_id,
    endedAt: row.ended_at?.toISOString() ?? null,
    mailedAt: row.mailed_at?.toISOString() ?? null,
    views: view?.views ?? 0,
    lastViewedAt: view?.last_viewed_at.toISOString() ?? null,
  }
}

export function toQuote(
  id: string,
  purchase: QuotedPurchaseRow,
  rows: { versions: OwnVersionRow[]; views: QuoteViewRow[]; answers: QuoteAnswerRow[] },
): Quote {
  const draft = rows.versions.find(({ status }) => status === 'draft')
  const views = new Map(rows.views.map((view) => [view.number, view]))
  return {
    _id: id,
    purchaseId: purchase.purchase_id,
    lead: {
      _id: purchase.lead_id,
      leadId: leadLabel(purchase.lead_number),
      name: purchase.lead_name,
      phone: purchase.is_stopped ? null : purchase.lead_phone,
      destination: purchase.destination,
      hasEmail: purchase.lead_email !== null,
    },
    draft: draft ? toDraft(draft, purchase) : null,
    versions: rows.versions.filter(isSent).map((row) => toSummary(row, views.get(row.number))),
    answers: rows.answers.map((row) => ({
      _id: row.id,
      version: row.number,
      kind: row.kind,
      text: row.text,
      at: row.created_at.toISOString(),
    })),
    agency: toAgency(purchase),
    stopped: purchase.is_stopped ? 'withdrawn' : purchase.is_returned ? 'returned' : null,
  }
}

/** @param present the agency for a draft; not read otherwise */
export function toVersion(
  row: QuoteVersionRow,
  present: AgencyRow | QuoteVersionRow,
): QuoteVersion {
  return {
    version: row.number,
    status: row.status,
    sentAt: row.sent_at?.toISOString() ?? null,
    agency: agencyOf(row, present),
    ...toContent(row),
  }
}

/** Maps a version to the wire format for its traveller. An expired version shows only the agency. */
export function toSharedQuote(row: SharedQuoteRow): SharedQuote {
  if (!isSent(row)) throw new Error('a link has found a draft')
  const { validUntil: _, ...shown } = toContent(row)
  return {
    version: row.number,
    sentAt: row.sent_at.toISOString(),
    validUntil: row.valid_until,
    agency: toAgency(row),
    quote: row.is_expired ? null : shown,
    isLiked: row.is_liked,
  }
}
