import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { hitContactLimit, isWithinContactLimit } from '../../platform/http/contact-limit.ts'

/** Many travellers share one address at an Indian mobile network: the limit is for programs. */
export const enquiriesPerAddress = { max: 20, windowSeconds: 3600 }

const perContact = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Counts what these phones and emails are used for: five enquiries or mails each a day. The caller must not refuse what is
 * over the limit, because a refusal would tell strangers which contacts Raahi knows. In the transaction of the enquiry, so
 * that the number of commits does not tell either; the contacts are locked.
 * @returns whether each of them is within its limit
 */
export async function areWithinContactLimit(
  tx: Transaction,
  contacts: readonly string[],
): Promise<boolean> {
  let areWithin = true
  for (const contact of contacts) {
    // Each is counted, also after one that is over its limit.
    const isWithin = await isWithinContactLimit(tx, 'enquiry', perContact, contact)
    areWithin &&= isWithin
  }
  return areWithin
}

/**
 * Counts how often the link of one enquiry goes to another email than before: five times a day, so that one enquiry cannot
 * be used to send many mails.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function limitLinks(database: Database, enquiryId: string): Promise<void> {
  await hitContactLimit(database, 'enquiry link', perContact, enquiryId)
}
