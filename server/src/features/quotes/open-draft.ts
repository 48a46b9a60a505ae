import { quoteLimits } from '@raahi/contract/quote-limits'
import { gstChoicesOf } from '@raahi/contract/quote-rules'
import type { Quote, QuoteContent } from '@raahi/contract/quotes'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { toContent, toContentColumns } from './quote-response.ts'
import {
  checkCanSend,
  findVersions,
  lockQuotedPurchase,
  type QuotedPurchaseRow,
  type QuoteVersionRow,
} from './quotes.queries.ts'
import { readQuote } from './read-quote.ts'

const validDays = 7

/**
 * Returns the quote of a purchase with its draft. If there is no draft, it is created from the newest version, or, for
 * a new quote, from the lead. Of two concurrent calls, the second one finds the draft of the first one.
 * @throws ApiFailure LEAD_NOT_FOUND, also for another agent's purchase; CONTACT_STOPPED, LEAD_RETURNED;
 * QUOTE_VERSION_LIMIT
 */
export async function openQuoteDraft(
  database: Database,
  by: LeadScope & { purchaseId: string },
): Promise<Quote> {
  return withTransaction(database, async (tx) => {
    const purchase = await lockQuotedPurchase(tx, by)
    if (!purchase) throw new ApiFailure('LEAD_NOT_FOUND')
    const quoteId = purchase.quote_id ?? uuidv7()
    const [newest] = purchase.quote_id === null ? [] : await findVersions(tx, quoteId)
    if (newest?.status !== 'draft') {
      checkCanSend(purchase)
      if ((newest?.number ?? 0) >= quoteLimits.versions) throw new ApiFailure('QUOTE_VERSION_LIMIT')
      if (purchase.quote_id === null) {
        const quote = { id: quoteId, purchase_id: by.purchaseId, user_id: by.userId }
        await tx.insertInto('quotes').values(quote).execute()
      }
      const content = await firstContent(tx, purchase, newest)
      const number = (newest?.number ?? 0) + 1
      await tx
        .insertInto('quote_versions')
        .values({ quote_id: quoteId, number, ...toContentColumns(content) })
        .execute()
    }
    return readQuote(tx, { ...by, quoteId })
  })
}

async function firstContent(
  tx: Transaction,
  purchase: QuotedPurchaseRow,
  newest: QuoteVersionRow | undefined,
): Promise<QuoteContent> {
  const { rows } = await sql<{ today: string; until: string }>`
    select today_in_india() as today, today_in_india() + ${validDays}::integer as until`.execute(tx)
  const { today = '', until = null } = rows[0] ?? {}
  const [gst = 'none', ...others] = gstChoicesOf(purchase.agency_gstin)
  if (newest) {
    const before = toContent(newest)
    const isValid = before.validUntil !== null && before.validUntil >= today
    return {
      ...before,
      gst: [gst, ...others].includes(before.gst) ? before.gst : gst,
      validUntil: isValid ? before.validUntil : until,
    }
  }
  const dayCount = Math.min(Math.max(1, purchase.travel_days), quoteLimits.days)
  return {
    title: purchase.destination
      ? `Trip to ${purchase.destination}`.slice(0, quoteLimits.title)
      : '',
    days: Array.from({ length: dayCount }, () => ({ title: '', text: '' })),
    inclusions: '',
    exclusions: '',
    terms: '',
    pricePerPersonPaise: 0,
    persons: Math.min(Math.max(1, purchase.travellers), quoteLimits.persons),
    gst,
    validUntil: until,
  }
}
