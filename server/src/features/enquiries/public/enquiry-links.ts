import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'

/** The secret of a traveller's link, or the secret that only the mail with the link contains. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Adds a link to an enquiry, for a mail that is sent later. Earlier links stay valid. The caller has locked the enquiry,
 * so that an erasure or a new email at the same time revokes this link too.
 * @returns the secret of the link
 */
export async function addLink(tx: Transaction, enquiryId: string): Promise<string> {
  const token = newLinkToken()
  await tx
    .insertInto('enquiry_links')
    .values({ token_hash: hashToken(token), enquiry_id: enquiryId })
    .execute()
  return token
}

/** Revokes the added links of enquiries. The first link of an enquiry is stored with it and is not affected. */
export async function revokeAddedLinks(
  tx: Transaction,
  enquiryIds: readonly string[],
): Promise<void> {
  if (enquiryIds.length === 0) return
  await tx.deleteFrom('enquiry_links').where('enquiry_id', 'in', enquiryIds).execute()
}
