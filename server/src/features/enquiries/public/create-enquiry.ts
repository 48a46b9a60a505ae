import { randomBytes } from 'node:crypto'
import { type EnquiryFields, enquiryConsent } from '@raahi/contract/enquiries'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'
import { queueOrDiscard } from '../../../platform/jobs/queue-or-discard.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { lockContacts } from '../../leads/public/known-leads.ts'
import { toColumns } from '../../leads/public/lead-response.ts'
import { enquiryCount } from '../enquiry-metrics.ts'
import { findEarlier } from './enquiries.queries.ts'
import { areWithinContactLimit } from './enquiry-limits.ts'
import { receivedMail } from './enquiry-mails.ts'
import { enquiryLabel } from './enquiry-response.ts'

/**
 * Stores an enquiry with its consent and mails the traveller. Every enquiry gets the same response after the same work.
 * If the honeypot is filled or the limit of the phone or email is exceeded, the enquiry is stored as suspected and no
 * mail is sent: a refusal would show bots how to get through, and strangers which contacts Raahi knows.
 */
export async function createEnquiry(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  fields: EnquiryFields,
): Promise<{ reference: string; token: string }> {
  const { database, queueMail, publicUrl } = deps
  const token = newLinkToken()
  const emailKey = newLinkToken()
  const created = await withTransaction(database, async (tx) => {
    await lockContacts(tx, fields)
    const contacts = [fields.phone, fields.email].filter((contact) => contact !== null)
    const suspected = !(await areWithinContactLimit(tx, contacts)) || Boolean(fields.website)
    const earlier = await findEarlier(tx, fields)
    const { number } = await tx
      .insertInto('enquiries')
      .values({
        id: uuidv7(),
        token_hash: hashToken(token),
        email_key_hash: fields.email === null ? null : hashToken(emailKey),
        ...toColumns(fields),
        source: fields.source,
        consent_text: enquiryConsent.text,
        consent_version: enquiryConsent.version,
        consent_at: sql<Date>`clock_timestamp()`,
        ...earlier,
        suspected,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const reference = enquiryLabel(number)
    if (fields.email) {
      const mail = receivedMail(fields.email, { reference, token, emailKey }, publicUrl)
      await queueOrDiscard(suspected, tx, () => queueMail(tx, mail))
    }
    return { reference, token }
  })
  enquiryCount.inc({ event: 'received' })
  return created
}

/** The secret of a traveller's link, or the secret that only the mail with the link contains. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}
