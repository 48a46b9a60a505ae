import { enquiryStates } from '@raahi/contract/enquiries'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { enquiryCount } from './enquiry-metrics.ts'
import { markVerified } from './mark-verified.ts'
import { readOwn, requireEnquiry } from './own-enquiry.ts'
import { lockByToken } from './public/enquiries.queries.ts'

/**
 * Marks the email of an enquiry as verified, and that of its lead if it is the same. Only the mail to the current email
 * contains the key. The link alone proves nothing, because the thank-you page shows it to any visitor. For a link that
 * was mailed later, the key is the secret of the link. Repeating the call keeps the first time.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED if it is rejected or withdrawn; EMAIL_LINK_OUTDATED if the key
 * is not from a mail to the current email
 */
export async function verifyOwnEmail(
  database: Database,
  token: string,
  key: string,
): Promise<OwnEnquiry> {
  const { answer, isNew } = await withTransaction(database, async (tx) => {
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (stateAfter(enquiryStates, enquiry.status, 'verify') === null)
      throw new ApiFailure('ENQUIRY_CLOSED')
    const hash = hashToken(key)
    const { rows } = await sql`
      select from enquiries where id = ${enquiry.id} and email is not null and (email_key_hash = ${hash}
        or exists (select from enquiry_links where enquiry_id = ${enquiry.id} and token_hash = ${hash}))`.execute(
      tx,
    )
    if (rows.length === 0) throw new ApiFailure('EMAIL_LINK_OUTDATED')
    await markVerified(tx, enquiry, 'email')
    return { answer: await readOwn(tx, token), isNew: enquiry.email_verified_at === null }
  })
  if (isNew) enquiryCount.inc({ event: 'email_verified' })
  return answer
}
