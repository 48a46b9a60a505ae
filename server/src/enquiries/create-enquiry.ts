import { randomBytes } from 'node:crypto'
import {
  duplicateWithinDays,
  type EnquiryCorrection,
  type EnquiryFields,
  enquiryConsent,
} from '@raahi/contract/enquiries'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connect.ts'
import { withTransaction } from '../database/transaction.ts'
import { hashToken } from '../http/caller.ts'
import type { QueueMail } from '../mail/mail.ts'
import { enquiries } from '../watching/metrics.ts'
import { findEarlier, lockContacts } from './enquiries.queries.ts'
import { limitContact } from './enquiry-limits.ts'
import { receivedMail } from './enquiry-mails.ts'
import { enquiryLabel } from './enquiry-wire.ts'

/**
 * Keeps an enquiry with the consent that was given, and mails its traveller. Known and unknown contacts get the same
 * answer. So does a filled trap, of which a program learns nothing: it is kept apart, because a browser that fills in
 * forms by itself falls into it as well, and is mailed nothing.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function createEnquiry(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  fields: EnquiryFields,
): Promise<{ reference: string; token: string }> {
  const { database, queueMail, publicUrl } = deps
  const token = newLinkToken()
  const suspected = Boolean(fields.website)
  await limitContact(database, fields.phone)
  if (fields.email) await limitContact(database, fields.email)
  const made = await withTransaction(database, async (tx) => {
    await lockContacts(tx, fields)
    const duplicateOf = await findEarlier(tx, { ...fields, withinDays: duplicateWithinDays })
    const { number } = await tx
      .insertInto('enquiries')
      .values({
        id: uuidv7(),
        token_hash: hashToken(token),
        ...travellerColumns(fields),
        lead_type: fields.leadType,
        source: fields.source,
        consent_text: enquiryConsent.text,
        consent_version: enquiryConsent.version,
        consent_at: sql<Date>`clock_timestamp()`,
        duplicate_of: duplicateOf,
        suspected,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const reference = enquiryLabel(number)
    if (fields.email && !suspected) {
      await queueMail(tx, receivedMail(fields.email, { reference, token }, publicUrl))
    }
    return { reference, token }
  })
  enquiries.inc({ event: 'received' })
  return made
}

/** The secret of a traveller's own link. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What a traveller says, as columns. */
export function travellerColumns(fields: EnquiryCorrection) {
  return {
    name: fields.name,
    phone: fields.phone,
    email: fields.email,
    city: fields.city,
    destination: fields.destination,
    travel_date: fields.travelDate,
    travel_days: fields.travelDays,
    travel_nights: fields.travelNights,
    adult: fields.adult,
    children: fields.children,
    infant: fields.infant,
    trip_type: fields.tripType,
  }
}
