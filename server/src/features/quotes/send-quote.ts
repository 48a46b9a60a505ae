import { findQuoteGaps } from '@raahi/contract/quote-gaps'
import { quoteVersionStates } from '@raahi/contract/quote-rules'
import type { Quote } from '@raahi/contract/quotes'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { moveToQuoted } from '../pipeline/public/move-card.ts'
import { toContent } from './quote-response.ts'
import {
  checkCanSend,
  findVersions,
  lockQuotedPurchase,
  type QuoteVersionRow,
} from './quotes.queries.ts'
import { readQuote, requireOwnQuote } from './read-quote.ts'
import { addQuoteLink } from './share-quote.ts'

/**
 * Sends the draft of an agent's quote: it becomes an immutable version with the agency as it is now, and replaces the
 * present version. Links of earlier versions show the new version. A lead in New or Contacted moves to Quoted.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_CHANGED if the draft has another revision
 * than `revision`; QUOTE_INCOMPLETE with the missing fields; CONTACT_STOPPED, LEAD_RETURNED
 * @returns the quote, and the address of a new link
 */
export async function sendQuote(
  { database, publicUrl }: { database: Database; publicUrl: string },
  { revision, ...by }: LeadScope & { quoteId: string; revision: number },
): Promise<{ quote: Quote; link: { url: string } }> {
  return withTransaction(database, async (tx) => {
    const locked = await lockQuotedPurchase(tx, by)
    if (!locked) throw new ApiFailure('QUOTE_NOT_FOUND')
    checkCanSend(locked)
    const { userId, byUserId = userId } = by
    // Done first, because this locks the card, and the lock order is card, user.
    await moveToQuoted(tx, { userId, leadId: locked.lead_id, byUserId })
    // This lock prevents a concurrent removal of the logo.
    await sql`select from users where id = ${userId} for share`.execute(tx)
    const purchase = await requireOwnQuote(tx, by)
    const versions = await findVersions(tx, by.quoteId)
    const draft = versions.find(({ status }) => status === 'draft')
    if (draft?.revision !== revision) throw new ApiFailure('QUOTE_CHANGED')
    const { rows } = await sql<{ today: string }>`select today_in_india() as today`.execute(tx)
    const fieldErrors = findQuoteGaps(toContent(draft), {
      gstin: purchase.agency_gstin,
      today: rows[0]?.today ?? '',
    })
    if (Object.keys(fieldErrors).length > 0) {
      throw new ApiFailure('QUOTE_INCOMPLETE', { fieldErrors })
    }
    const present = versions.find(({ status }) => status === 'sent')
    if (present) await endVersion(tx, present, 'replace')
    await tx
      .updateTable('quote_versions')
      .set({
        status: 'sent',
        sent_at: sql<Date>`clock_timestamp()`,
        sent_by: byUserId === userId ? null : byUserId,
        agency_company: purchase.agency_company,
        agency_agent: purchase.agency_agent,
        agency_phone: purchase.agency_phone,
        agency_email: purchase.agency_email,
        agency_address: purchase.agency_address,
        agency_gstin: purchase.agency_gstin,
        logo_id: purchase.logo_id,
      })
      .where('quote_id', '=', by.quoteId)
      .where('number', '=', draft.number)
      .execute()
    const link = { url: await addQuoteLink(tx, by.quoteId, publicUrl) }
    return { quote: await readQuote(tx, by), link }
  })
}

/**
 * Withdraws the present version of an agent's quote and revokes all links. This is also possible after the traveller
 * has withdrawn.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_NOT_SENT if there is no present version
 */
export async function withdrawQuote(
  database: Database,
  by: LeadScope & { quoteId: string },
): Promise<Quote> {
  return withTransaction(database, async (tx) => {
    if (!(await lockQuotedPurchase(tx, by))) throw new ApiFailure('QUOTE_NOT_FOUND')
    const present = (await findVersions(tx, by.quoteId)).find(({ status }) => status === 'sent')
    if (!present) throw new ApiFailure('QUOTE_NOT_SENT')
    await endVersion(tx, present, 'withdraw')
    await tx.deleteFrom('quote_links').where('quote_id', '=', by.quoteId).execute()
    return readQuote(tx, by)
  })
}

async function endVersion(
  tx: Transaction,
  { quote_id, number, status: before }: QuoteVersionRow,
  action: 'replace' | 'withdraw',
): Promise<void> {
  const status = stateAfter(quoteVersionStates, before, action)
  if (status === null) throw new Error(`a version that is ${before} has ended`)
  await tx
    .updateTable('quote_versions')
    .set({ status, ended_at: sql<Date>`clock_timestamp()` })
    .where('quote_id', '=', quote_id)
    .where('number', '=', number)
    .execute()
}
