import type { Quote, QuoteVersion } from '@raahi/contract/quotes'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { toQuote, toVersion } from './quote-response.ts'
import {
  findQuotedPurchase,
  findReactions,
  findVersions,
  type QuotedPurchaseRow,
} from './quotes.queries.ts'

/**
 * Reads the quote of an agent's purchase; null if it has none.
 * @throws ApiFailure LEAD_NOT_FOUND, also for another agent's purchase
 */
export async function readPurchaseQuote(
  db: Kysely<Schema>,
  by: LeadScope & { purchaseId: string },
): Promise<Quote | null> {
  const purchase = await findQuotedPurchase(db, by)
  if (!purchase) throw new ApiFailure('LEAD_NOT_FOUND')
  const { quote_id: quoteId } = purchase
  return quoteId === null ? null : readQuote(db, { ...by, quoteId })
}

/** @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote */
export async function requireOwnQuote(
  db: Kysely<Schema>,
  by: LeadScope & { quoteId: string },
): Promise<QuotedPurchaseRow> {
  const purchase = await findQuotedPurchase(db, by)
  if (!purchase) throw new ApiFailure('QUOTE_NOT_FOUND')
  return purchase
}

/** @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote */
export async function readQuote(
  db: Kysely<Schema>,
  by: LeadScope & { quoteId: string },
): Promise<Quote> {
  const purchase = await requireOwnQuote(db, by)
  const versions = await findVersions(db, by.quoteId)
  return toQuote(by.quoteId, purchase, { versions, ...(await findReactions(db, by.quoteId)) })
}

/** @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote and an unknown version */
export async function readQuoteVersion(
  db: Kysely<Schema>,
  { version, ...by }: LeadScope & { quoteId: string; version: number },
): Promise<QuoteVersion> {
  const purchase = await requireOwnQuote(db, by)
  const row = (await findVersions(db, by.quoteId)).find(({ number }) => number === version)
  if (!row) throw new ApiFailure('QUOTE_NOT_FOUND')
  return toVersion(row, purchase)
}
