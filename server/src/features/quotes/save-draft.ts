import { isDeepStrictEqual } from 'node:util'
import { type QuoteDraft, type QuoteDraftForm, quoteContent } from '@raahi/contract/quotes'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { toContent, toContentColumns, toDraft } from './quote-response.ts'
import { findVersions, lockQuotedPurchase } from './quotes.queries.ts'

/**
 * Saves the draft of an agent's quote with the amounts computed from it. A repeated save with the same content changes
 * nothing.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_CHANGED if the draft was saved or sent
 * elsewhere since `form.revision`; CONTACT_STOPPED
 */
export async function saveQuoteDraft(
  database: Database,
  by: LeadScope & { quoteId: string },
  { revision, ...content }: QuoteDraftForm,
): Promise<QuoteDraft> {
  return withTransaction(database, async (tx) => {
    const purchase = await lockQuotedPurchase(tx, by)
    if (!purchase) throw new ApiFailure('QUOTE_NOT_FOUND')
    // This check also keeps an erased quote empty.
    if (purchase.is_stopped) throw new ApiFailure('CONTACT_STOPPED')
    const { numUpdatedRows } = await tx
      .updateTable('quote_versions')
      .set({
        ...toContentColumns(content),
        revision: revision + 1,
        saved_at: sql<Date>`clock_timestamp()`,
      })
      .where('quote_id', '=', by.quoteId)
      .where('status', '=', 'draft')
      .where('revision', '=', revision)
      .executeTakeFirst()
    const [newest] = await findVersions(tx, by.quoteId)
    const isSaved =
      newest?.status === 'draft' &&
      newest.revision === revision + 1 &&
      (numUpdatedRows > 0n || isDeepStrictEqual(quoteContent.parse(toContent(newest)), content))
    if (!isSaved) throw new ApiFailure('QUOTE_CHANGED')
    return toDraft(newest, purchase)
  })
}

/**
 * Discards the draft of an agent's quote, and the quote if no version was sent.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote
 */
export async function discardQuoteDraft(
  database: Database,
  by: LeadScope & { quoteId: string },
): Promise<void> {
  await withTransaction(database, async (tx) => {
    if (!(await lockQuotedPurchase(tx, by))) throw new ApiFailure('QUOTE_NOT_FOUND')
    await sql`delete from quote_versions where quote_id = ${by.quoteId} and status = 'draft'`.execute(
      tx,
    )
    await sql`delete from quotes q where id = ${by.quoteId}
      and not exists (select from quote_versions v where v.quote_id = q.id)`.execute(tx)
  })
}
