import type { EnquiryCorrection, EnquirySource } from '@raahi/contract/enquiries'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'
import { queueOrDiscard } from '../../../platform/jobs/queue-or-discard.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { lockContacts } from '../../leads/public/known-leads.ts'
import { toColumns } from '../../leads/public/lead-response.ts'
import { findEarlier } from './enquiries.queries.ts'
import { areWithinContactLimit } from './enquiry-limits.ts'
import { newLinkToken } from './enquiry-links.ts'
import { receivedMail } from './enquiry-mails.ts'
import { enquiryLabel } from './enquiry-response.ts'

export interface NewEnquiry {
  fields: EnquiryCorrection
  sourceId: string
  /** How the traveller found Raahi. */
  foundBy: EnquirySource
  /** Without a time: now. */
  consent: { text: string; version: string; at?: string; ip?: string | undefined }
  /** The honeypot was filled in. */
  isTrapped?: boolean
  message?: string | null
  /** Further questions with their answers. */
  extra?: Record<string, string>
  /** The response must not show whether the enquiry is suspected. False: its sender gets the answer anyway. */
  isAnswerUniform?: boolean
}

/**
 * Stores an enquiry and mails the traveller. Every enquiry with a uniform answer causes the same work. If the honeypot is filled or the limit of
 * the phone or email is exceeded, it is stored as suspected and no mail is sent: a refusal would show bots how to get
 * through, and strangers which contacts Raahi knows.
 */
export async function storeEnquiry(
  tx: Transaction,
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  {
    fields,
    sourceId,
    foundBy,
    consent,
    isTrapped = false,
    message = null,
    extra = {},
    isAnswerUniform = true,
  }: NewEnquiry,
): Promise<{
  id: string
  reference: string
  token: string
  suspected: boolean
  isDuplicate: boolean
}> {
  const [id, token, emailKey] = [uuidv7(), newLinkToken(), newLinkToken()]
  await lockContacts(tx, fields)
  const contacts = [fields.phone, fields.email].filter((contact) => contact !== null)
  const suspected = !(await areWithinContactLimit(tx, contacts)) || isTrapped
  const earlier = await findEarlier(tx, fields)
  const { number } = await tx
    .insertInto('enquiries')
    .values({
      id,
      token_hash: hashToken(token),
      email_key_hash: fields.email === null ? null : hashToken(emailKey),
      ...toColumns(fields),
      source: foundBy,
      source_id: sourceId,
      consent_text: consent.text,
      consent_version: consent.version,
      consent_at: sql<Date>`coalesce(${consent.at ?? null}::timestamptz, clock_timestamp())`,
      consent_ip: consent.ip ?? null,
      message,
      extra: Object.keys(extra).length > 0 ? JSON.stringify(extra) : null,
      ...earlier,
      suspected,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const reference = enquiryLabel(number)
  if (fields.email) {
    const mail = receivedMail(fields.email, { reference, token, emailKey }, publicUrl)
    if (isAnswerUniform) await queueOrDiscard(suspected, tx, () => queueMail(tx, mail))
    else if (!suspected) await queueMail(tx, mail)
  }
  const isDuplicate = earlier.duplicate_of !== null || earlier.duplicate_of_lead !== null
  return { id, reference, token, suspected, isDuplicate }
}
