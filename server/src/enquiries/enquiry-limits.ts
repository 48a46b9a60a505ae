import type { Database } from '../database/connect.ts'
import { hitContactLimit } from '../http/contact-limit.ts'

/** Many travellers share one address at an Indian mobile network: the limit is for programs. */
export const enquiriesPerAddress = { max: 20, windowSeconds: 3600 }

const perContact = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Counts what one phone or one email is used for: five enquiries or mails a day.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function limitContact(database: Database, contact: string): Promise<void> {
  await hitContactLimit(database, 'enquiry', perContact, contact)
}

/**
 * Counts how often the link of one enquiry goes to another email than before: five times a day, so that nobody mails
 * everybody through a single enquiry.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function limitLinks(database: Database, enquiryId: string): Promise<void> {
  await hitContactLimit(database, 'enquiry link', perContact, enquiryId)
}
