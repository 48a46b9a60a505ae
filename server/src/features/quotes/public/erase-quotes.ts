import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/**
 * Empties the quotes of bought leads whose traveller is erased: removes the texts of all versions and questions,
 * drafts, links and the templates that were made from these quotes. Amounts and times stay. The caller has marked the
 * purchases as erased, which locks them, so that no text is added concurrently or later.
 */
export async function eraseQuotes(
  tx: Transaction,
  boughtLeadIds: readonly string[],
): Promise<void> {
  const quotes = sql`(select q.id from quotes q join purchases p on p.id = q.purchase_id
    where p.lead_id = any(${boughtLeadIds}::uuid[]))`
  // A template outlives its quote if the first draft was discarded.
  await sql`delete from quote_templates where quote_id in ${quotes} or purchase_id in (
    select id from purchases where lead_id = any(${boughtLeadIds}::uuid[]))`.execute(tx)
  await sql`delete from quote_links where quote_id in ${quotes}`.execute(tx)
  await sql`delete from quote_versions where status = 'draft' and quote_id in ${quotes}`.execute(tx)
  await sql`update quote_versions set title = '', days = '[]', inclusions = '', exclusions = '', terms = '',
    erased_at = clock_timestamp() where erased_at is null and quote_id in ${quotes}`.execute(tx)
  await sql`update quote_answers set text = null
    where text is not null and quote_id in ${quotes}`.execute(tx)
}
