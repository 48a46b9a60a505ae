import type { ReplacementRequest } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findRecipient } from '../users/users.queries.ts'
import { decisionMail } from './replacement-mails.ts'
import { replacements } from './replacement-metrics.ts'
import { toRequest } from './replacement-wire.ts'
import { findRequest } from './replacements.queries.ts'

/**
 * Approves or rejects a pending request: once, whatever is clicked. An approval gives back what was paid, in the same
 * transaction, by the database function `decide_replacement`, which locks purchase and request before it looks at them:
 * of many who decide at once the first has decided, the others are refused. The buyer is told by mail.
 * @throws database refusals that answer as REPLACEMENT_NOT_FOUND, REPLACEMENT_ALREADY_DECIDED, WALLET_LIMIT_EXCEEDED
 */
export async function decideReplacement(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  decision: {
    requestId: string
    action: 'approved' | 'rejected'
    /** Of a rejection; undefined: none was given. */
    reason: string | undefined
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: ReplacementRequest; replayed: boolean }> {
  const { requestId, action, reason } = decision
  const done = await withIdempotency(deps.database, decision.idempotency, async (tx) => {
    const entryId = uuidv7()
    await sql`select decide_replacement(${requestId}, ${action}, ${actor.userId}, ${entryId})`.execute(
      tx,
    )
    if (reason !== undefined) {
      await tx
        .updateTable('replacement_requests')
        .set({ rejection_reason: reason })
        .where('id', '=', requestId)
        .execute()
    }
    const row = await findRequest(tx, requestId)
    await recordAction(tx, actor, {
      action: action === 'approved' ? 'replacement.approve' : 'replacement.reject',
      subjectType: 'replacement',
      subjectId: requestId,
      before: { leadId: row.id, userId: row.user_id, status: 'pending' },
      after: {
        leadId: row.id,
        userId: row.user_id,
        status: action,
        ...(reason !== undefined && { rejectionReason: reason }),
        ...(row.returned && { returned: row.returned }),
        ...(row.returned === 'wallet' && { amountPaise: row.returned_paise, entryId }),
      },
    })
    const request = toRequest(row)
    const recipient = await findRecipient(tx, row.user_id)
    await deps.queueMail(tx, decisionMail(request, recipient, deps.publicUrl))
    return request
  })
  if (!done.replayed) {
    replacements.inc({ event: action === 'rejected' ? 'rejected' : `to_${done.answer.returned}` })
  }
  return done
}
