import { randomBytes } from 'node:crypto'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { quotePath } from '@raahi/contract/quote-rules'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { checkCanSend, findVersions, lockQuotedPurchase } from './quotes.queries.ts'

/**
 * Adds a link to a quote. Only the hash of the 256-bit secret is stored, so each link has a new secret. Earlier links
 * stay valid, except the oldest ones above `quoteLimits.links`. The caller has locked the purchase.
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
  await sql`delete from quote_links where token_hash in (
    select token_hash from quote_links where quote_id = ${quoteId}
    order by created_at desc offset ${quoteLimits.links})`.execute(tx)
  return `${publicUrl}${quotePath(secret)}`
}

/**
 * Creates another link to the present version of an agent's quote.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_NOT_SENT, CONTACT_STOPPED, LEAD_RETURNED
 */
export async function createQuoteLink(
  { database, publicUrl }: { database: Database; publicUrl: string },
  by: LeadScope & { quoteId: string },
): Promise<{ url: string }> {
  return withTransaction(database, async (tx) => {
    await lockPresentVersion(tx, by)
    return { url: await addQuoteLink(tx, by.quoteId, publicUrl) }
  })
}

/**
 * Locks the purchase of a quote and reads the present version.
 * @throws ApiFailure QUOTE_NOT_FOUND, QUOTE_NOT_SENT, CONTACT_STOPPED, LEAD_RETURNED
 */
export async function lockPresentVersion(tx: Transaction, by: LeadScope & { quoteId: string }) {
  const purchase = await lockQuotedPurchase(tx, by)
  if (!purchase) throw new ApiFailure('QUOTE_NOT_FOUND')
  checkCanSend(purchase)
  const present = (await findVersions(tx, by.quoteId)).find(({ status }) => status === 'sent')
  if (!present) throw new ApiFailure('QUOTE_NOT_SENT')
  return { purchase, present }
}
