import type { ContactMessage } from '@raahi/contract/contact'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { answerMail } from './contact-mails.ts'
import { toContactMessage } from './list-contact-messages.ts'
import { findMessage } from './public/contact.queries.ts'

/**
 * Mails an answer to the sender of a message and keeps it with the message, which is answered then. Of two admins who
 * answer at the same time, one is refused, so that the sender gets one answer.
 * @throws ApiFailure CONTACT_MESSAGE_NOT_FOUND, CONTACT_MESSAGE_ANSWERED
 */
export async function answerContactMessage(
  {
    database,
    ...deps
  }: { database: Database; queueMail: QueueMail; publicUrl: string; contactEmail: string },
  actor: Actor,
  { id, answer, quoteForm }: { id: string; answer: string; quoteForm: boolean },
): Promise<ContactMessage> {
  return withTransaction(database, async (tx) => {
    await tx.selectFrom('contact_messages').select('id').where('id', '=', id).forUpdate().execute()
    const before = await findMessage(tx, id)
    if (!before) throw new ApiFailure('CONTACT_MESSAGE_NOT_FOUND')
    if (before.answered_at) throw new ApiFailure('CONTACT_MESSAGE_ANSWERED')
    await tx
      .updateTable('contact_messages')
      .set({
        answered_at: sql<Date>`clock_timestamp()`,
        answered_by: actor.userId,
        answer: before.answer === null ? answer : `${before.answer}\n\n${answer}`,
      })
      .where('id', '=', id)
      .execute()
    // The text is not recorded: it may name a person, and audit entries are never deleted.
    await recordAction(tx, actor, {
      action: 'contact-message.answer',
      subjectType: 'contact-message',
      subjectId: id,
      before: { answered: false },
      after: { answered: true },
    })
    await deps.queueMail(tx, answerMail(before.email, { answer, quoteForm }, deps))
    const after = await findMessage(tx, id)
    if (!after) throw new Error('the locked message was not found')
    return toContactMessage(after)
  })
}
