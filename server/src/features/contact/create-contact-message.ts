import type { ContactFields } from '@raahi/contract/contact'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hitContactLimit } from '../../platform/http/contact-limit.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { messageMail } from './contact-mails.ts'

/** How many messages a day one email may send. */
const perContact = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Keeps a message, and mails it to the product's address. A filled trap gets the same answer; what was in it is kept apart,
 * because a browser that fills in forms by itself falls into it too, and is mailed to nobody.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function createContactMessage(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string; contactEmail: string },
  { name, email, message, website }: ContactFields,
): Promise<void> {
  const { database, queueMail } = deps
  await hitContactLimit(database, 'contact', perContact, email)
  await withTransaction(database, async (tx) => {
    const suspected = Boolean(website)
    await tx
      .insertInto('contact_messages')
      .values({ id: uuidv7(), name, email, message, suspected })
      .execute()
    if (!suspected) await queueMail(tx, messageMail({ name, email, message }, deps))
  })
}
