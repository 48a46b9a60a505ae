import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import type { OwnAgent } from '@raahi/contract/own-enquiry'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { lockContacts } from '../leads/public/known-leads.ts'
import { enquiryCount } from './enquiry-metrics.ts'
import {
  type EnquiryRow,
  findByToken,
  lockByToken,
  lockEnquiry,
} from './public/enquiries.queries.ts'
import { findOwnAgent } from './public/enquiry-buyer.ts'
import { addLink, newLinkToken } from './public/enquiry-links.ts'
import { receivedMail } from './public/enquiry-mails.ts'
import { enquiryLabel, situationOf } from './public/enquiry-response.ts'

interface Offered {
  reference: string
  token: string | null
}

/** Whether the agent of this enquiry has returned it, and the traveller has not withdrawn it. */
export function canOfferAgain(enquiry: EnquiryRow, buyer: OwnAgent | null): boolean {
  return situationOf(enquiry) === 'with-agent' && buyer?.isReturned === true
}

/** The enquiry that offers the trip of another one again, also an erased one. */
export async function findRenewal(
  db: Kysely<Schema>,
  enquiryId: string,
): Promise<{ id: string; number: number } | null> {
  const found = await db
    .selectFrom('enquiries')
    .select(['id', 'number'])
    .where('renews', '=', enquiryId)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Offers a returned trip to another agent: a new enquiry with the same fields and marks of verification, a new consent and a
 * new link. The earlier agent cannot buy its lead. Repeating the call returns another link to the same enquiry. There is
 * no link once the contact of that enquiry was corrected, because the earlier one may be a stranger's.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED if its agent has not returned it, or the new enquiry was erased
 */
export async function offerOwnAgain(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  token: string,
): Promise<Offered> {
  const notFound = () => new ApiFailure('ENQUIRY_NOT_FOUND')
  const { answer, isNew } = await withTransaction(deps.database, async (tx) => {
    const found = await findByToken(tx, hashToken(token))
    if (!found) throw notFound()
    // As in a new enquiry, the contacts are locked before the enquiry.
    await lockContacts(tx, found)
    const enquiry = await lockByToken(tx, hashToken(token))
    if (!enquiry) throw notFound()
    if (!canOfferAgain(enquiry, await findOwnAgent(tx, enquiry.id))) {
      throw new ApiFailure('ENQUIRY_CLOSED')
    }
    const known = await findRenewal(tx, enquiry.id)
    if (!known) return { answer: await insertRenewal(deps, tx, enquiry.id), isNew: true }
    return { answer: await openRenewal(tx, known.id, enquiry), isNew: false }
  })
  if (isNew) enquiryCount.inc({ event: 'received' })
  return answer
}

async function openRenewal(tx: Transaction, id: string, earlier: EnquiryRow): Promise<Offered> {
  const renewal = await lockEnquiry(tx, id)
  if (!renewal) throw new ApiFailure('ENQUIRY_CLOSED')
  const isSameContact = renewal.phone === earlier.phone && renewal.email === earlier.email
  return {
    reference: enquiryLabel(renewal.number),
    token: isSameContact ? await addLink(tx, id) : null,
  }
}

async function insertRenewal(
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  tx: Transaction,
  enquiryId: string,
): Promise<Offered> {
  const [token, emailKey] = [newLinkToken(), newLinkToken()]
  const { rows } = await sql<{ number: number; email: string | null }>`
    insert into enquiries (id, token_hash, email_key_hash, name, phone, email, city, destination, travel_date,
      travel_days, travel_nights, adult, children, infant, trip_type, lead_type, travel_month, budget_per_person,
      priority, source, source_id, email_verified_at, phone_verified_at,
      consent_text, consent_version, consent_at, duplicate_of, renews)
    select ${uuidv7()}, ${hashToken(token)}, case when email is not null then ${hashToken(emailKey)}::bytea end,
      name, phone, email, city, destination, travel_date, travel_days, travel_nights, adult, children, infant,
      trip_type, lead_type, travel_month, budget_per_person, priority, source, source_id, email_verified_at, phone_verified_at,
      ${enquiryConsent.text}, ${enquiryConsent.version}, clock_timestamp(), id, id
    from enquiries where id = ${enquiryId}
    returning number, email`.execute(tx)
  const [made] = rows
  if (!made) throw new Error('the locked enquiry was not found')
  const reference = enquiryLabel(made.number)
  if (made.email) {
    await queueMail(tx, receivedMail(made.email, { reference, token, emailKey }, publicUrl))
  }
  return { reference, token }
}
