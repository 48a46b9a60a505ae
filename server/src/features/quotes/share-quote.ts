import { randomBytes } from 'node:crypto'
import { quotePath } from '@raahi/contract/quote-rules'
import type { Quote } from '@raahi/contract/quotes'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { quoteMail } from './quote-mails.ts'
import { checkCanSend, findVersions, lockQuotedPurchase } from './quotes.queries.ts'
import { readQuote } from './read-quote.ts'

/**
 * Adds a link to a quote. Only the hash of its secret of 256 bits is stored, so a later link gets another secret; earlier
 * links stay valid. The caller has locked the purchase.
 * @returns the address of the link
 */
export async function addQuoteLink(
  tx: Transaction,
  quoteId: string,
  publicUrl: string,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await tx
    .insertInto('quote_links')
    .values({ token_hash: hashToken(secret), quote_id: quoteId })
    .execute()
  return `${publicUrl}${quotePath(secret)}`
}

/**
 * Creates another link to the present version of an agent's quote.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_NOT_SENT, CONTACT_STOPPED, LEAD_RETURNED
 */
export async function createQuoteLink(
  { database, publicUrl }: { database: Database; publicUrl: string },
  by: { userId: string; quoteId: string },
): Promise<{ url: string }> {
  return withTransaction(database, async (tx) => {
    await lockPresent(tx, by)
    return { url: await addQuoteLink(tx, by.quoteId, publicUrl) }
  })
}

/**
 * Mails a link to the traveller, once per version. The lock on the enquiry makes a withdrawal at the same time come first, or
 * find the mail in the queue.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_NOT_SENT, QUOTE_ALREADY_MAILED,
 * TRAVELLER_HAS_NO_EMAIL, CONTACT_STOPPED, LEAD_RETURNED
 */
export async function mailQuote(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  by: { userId: string; quoteId: string },
): Promise<Quote> {
  const { database, queueMail, publicUrl } = deps
  return withTransaction(database, async (tx) => {
    const { purchase, present } = await lockPresent(tx, by)
    if (present.mailed_at !== null) throw new ApiFailure('QUOTE_ALREADY_MAILED')
    const to = await findTraveller(tx, purchase.purchase_id)
    if (!to) throw new ApiFailure('TRAVELLER_HAS_NO_EMAIL')
    const url = await addQuoteLink(tx, by.quoteId, publicUrl)
    await queueMail(tx, quoteMail(to, { agency: purchase, version: present, url }))
    await tx
      .updateTable('quote_versions')
      .set({ mailed_at: sql<Date>`clock_timestamp()` })
      .where('quote_id', '=', by.quoteId)
      .where('number', '=', present.number)
      .execute()
    return readQuote(tx, by)
  })
}

async function lockPresent(tx: Transaction, by: { userId: string; quoteId: string }) {
  const purchase = await lockQuotedPurchase(tx, by)
  if (!purchase) throw new ApiFailure('QUOTE_NOT_FOUND')
  checkCanSend(purchase)
  const present = (await findVersions(tx, by.quoteId)).find(({ status }) => status === 'sent')
  if (!present) throw new ApiFailure('QUOTE_NOT_SENT')
  return { purchase, present }
}

/**
 * The traveller as the recipient of a mail. The address counts as checked once the traveller has verified it or an admin has
 * read it; that of a lead without an enquiry was entered by an admin.
 */
async function findTraveller(
  tx: Transaction,
  purchaseId: string,
): Promise<{ email: string; checkedAt: Date | null } | undefined> {
  const { rows } = await sql<{ email: string; checked_at: Date | null }>`
    select l.email, case when e.id is null then l.created_at
      when lower(l.email) is distinct from lower(e.email) then e.decided_at
      else coalesce(e.email_verified_at,
        case when e.corrected_at is null or e.corrected_at <= e.decided_at then e.decided_at end)
      end as checked_at
    from purchases p join leads l on l.id = p.lead_id
    left join lead_origins o on o.lead_id = l.id left join enquiries e on e.id = o.enquiry_id
    where p.id = ${purchaseId} and l.email <> ''`.execute(tx)
  const [row] = rows
  return row && { email: row.email, checkedAt: row.checked_at }
}
