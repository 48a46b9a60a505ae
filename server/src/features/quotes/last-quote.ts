import { placeName } from '@raahi/contract/places'
import type { LastQuote, QuoteTexts } from '@raahi/contract/quotes'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { inScopeSql, type LeadScope } from '../leads/public/lead-scope.ts'
import { namesTraveller } from './names-traveller.ts'
import { joinQuoteTexts } from './quote-response.ts'
import { requireOwnQuote } from './read-quote.ts'

type SentRow = QuoteTexts & {
  sent_at: Date
  destination: string | null
  lead_name: string
  lead_phone: string
  lead_email: string | null
}

/** The number of latest versions that are searched. */
const maxVersions = 50

/**
 * Reads the texts of the quote that an agent sent last for another lead, if possible to the same destination. Texts that
 * name their traveller are skipped, as in a template, because another traveller would read them.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote
 */
export async function readLastQuote(
  db: Kysely<Schema>,
  by: LeadScope & { quoteId: string },
): Promise<LastQuote | null> {
  const { destination } = await requireOwnQuote(db, by)
  const { rows } = await sql<SentRow>`
    select v.title, v.days, v.inclusions, v.exclusions, v.terms, v.sent_at, l.destination, l.name as lead_name,
      l.phone as lead_phone, nullif(l.email, '') as lead_email
    from quotes q join quote_versions v on v.quote_id = q.id
      join purchases p on p.id = q.purchase_id join leads l on l.id = p.lead_id
    where ${inScopeSql(by)} and q.id <> ${by.quoteId} and v.sent_at is not null and v.erased_at is null
    order by v.sent_at desc limit ${maxVersions}`.execute(db)
  const usable = rows.filter((row) => !namesTraveller(joinQuoteTexts(row), row))
  const isSamePlace = (row: SentRow) =>
    placeName(row.destination ?? '') === placeName(destination ?? '')
  const found = usable.find(isSamePlace) ?? usable[0]
  if (!found) return null
  const { title, days, inclusions, exclusions, terms, sent_at } = found
  return {
    destination: found.destination,
    sentAt: sent_at.toISOString(),
    texts: { title, days, inclusions, exclusions, terms },
  }
}
