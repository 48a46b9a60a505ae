import type { Database } from '../../../platform/database/connect.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hitContactLimit, isWithinContactLimit } from '../../../platform/http/contact-limit.ts'

/** Many travellers share one address in Indian mobile networks; the limit is against bots. */
export const enquiriesPerAddress = { max: 20, windowSeconds: 3600 }

const perContact = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Counts the uses of these phone numbers and emails: five enquiries or mails a day each. The caller must not refuse a
 * request over the limit, because a refusal would reveal which contacts Raahi knows. Runs in the transaction of the
 * enquiry, so that the number of commits reveals nothing either; the contacts are locked.
 * @returns whether all are within the limit
 */
export async function areWithinContactLimit(
  tx: Transaction,
  contacts: readonly string[],
): Promise<boolean> {
  let areWithin = true
  for (const contact of contacts) {
    // All are counted, even after one that exceeds its limit.
    const isWithin = await isWithinContactLimit(tx, 'enquiry', perContact, contact)
    areWithin &&= isWithin
  }
  return areWithin
}

/**
 * Counts how often the link of one enquiry is sent to a new email: at most five times a day, so that one enquiry cannot
 * send many mails.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function limitLinks(database: Database, enquiryId: string): Promise<void> {
  await hitContactLimit(database, 'enquiry link', perContact, enquiryId)
}
