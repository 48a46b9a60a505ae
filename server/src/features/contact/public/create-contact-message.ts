import type { ContactFields } from '@raahi/contract/contact'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { isWithinContactLimit } from '../../../platform/http/contact-limit.ts'
import { queueOrDiscard } from '../../../platform/jobs/queue-or-discard.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { messageMail } from '../contact-mails.ts'

/** Messages per email and day. */
const perContact = { max: 5, windowSeconds: 24 * 60 * 60 }

/**
 * Stores a message and mails it to the operator. A filled honeypot gets the same response, but the message is stored as
 * suspected and not mailed, because browsers that fill in forms automatically trigger it too. So is a message over the
 * limit of its email: a refusal would reveal to a stranger that others have written from that email.
 */
export async function createContactMessage(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string; contactEmail: string },
  { name, email, message, website }: ContactFields,
): Promise<void> {
  const { database, queueMail } = deps
  await withTransaction(database, async (tx) => {
    const isWithin = await isWithinContactLimit(tx, 'contact', perContact, email)
    const suspected = !isWithin || Boolean(website)
    await tx
      .insertInto('contact_messages')
      .values({ id: uuidv7(), name, email, message, suspected })
      .execute()
    const mail = messageMail({ name, email, message }, deps)
    await queueOrDiscard(suspected, tx, () => queueMail(tx, mail))
  })
}
