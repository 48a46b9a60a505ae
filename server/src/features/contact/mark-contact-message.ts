import type { ContactMessage } from '@raahi/contract/contact'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { toContactMessage } from './list-contact-messages.ts'
import { findMessage } from './public/contact.queries.ts'

/**
 * Marks a message as answered or as waiting. If it already is, nothing changes and nothing is recorded.
 * @throws ApiFailure CONTACT_MESSAGE_NOT_FOUND
 */
export async function markContactMessage(
  database: Database,
  actor: Actor,
  { id, answered }: { id: string; answered: boolean },
): Promise<ContactMessage> {
  return withTransaction(database, async (tx) => {
    await tx.selectFrom('contact_messages').select('id').where('id', '=', id).forUpdate().execute()
    const before = await findMessage(tx, id)
    if (!before) throw new ApiFailure('CONTACT_MESSAGE_NOT_FOUND')
    if ((before.answered_at !== null) === answered) return toContactMessage(before)
    await tx
      .updateTable('contact_messages')
      .set({
        answered_at: answered ? sql<Date>`clock_timestamp()` : null,
        answered_by: answered ? actor.userId : null,
      })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, actor, {
      action: answered ? 'contact-message.answer' : 'contact-message.reopen',
      subjectType: 'contact-message',
      subjectId: id,
      before: { answered: !answered },
      after: { answered },
    })
    const after = await findMessage(tx, id)
    if (!after) throw new Error('the locked message was not found')
    return toContactMessage(after)
  })
}
