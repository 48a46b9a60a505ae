import { enquiryStates, type OwnEnquiry } from '@raahi/contract/enquiries'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockLead } from '../leads/leads.queries.ts'
import { lockByToken } from './enquiries.queries.ts'
import { enquiries } from './enquiry-metrics.ts'
import { found, readOwn } from './own-enquiry.ts'

/**
 * Marks the email of an enquiry as verified, and that of its lead if it is the same. The key is only in the mail to the
 * present email: the link alone, which the thank-you page shows to any visitor, proves nothing. Repeating the call
 * keeps the first time.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED if it is rejected or withdrawn; EMAIL_LINK_OUTDATED if the key is
 * not that of the latest mail
 */
export async function verifyOwnEmail(
  database: Database,
  token: string,
  key: string,
): Promise<OwnEnquiry> {
  const { answer, isNews } = await withTransaction(database, async (tx) => {
    const enquiry = found(await lockByToken(tx, hashToken(token)))
    if (stateAfter(enquiryStates, enquiry.status, 'verify') === null)
      throw new ApiFailure('ENQUIRY_CLOSED')
    const { rows } = await sql`
      update enquiries set email_verified_at = coalesce(email_verified_at, clock_timestamp())
      where id = ${enquiry.id} and email_key_hash = ${hashToken(key)}
      returning id`.execute(tx)
    if (rows.length === 0) throw new ApiFailure('EMAIL_LINK_OUTDATED')
    if (enquiry.lead_id) {
      await lockLead(tx, enquiry.lead_id)
      await sql`
        update leads l set email_verified_at = e.email_verified_at, updated_at = clock_timestamp()
        from enquiries e
        where l.id = ${enquiry.lead_id} and e.id = ${enquiry.id} and l.email = e.email
          and l.email_verified_at is null`.execute(tx)
    }
    return { answer: await readOwn(tx, token), isNews: enquiry.email_verified_at === null }
  })
  if (isNews) enquiries.inc({ event: 'email_verified' })
  return answer
}
