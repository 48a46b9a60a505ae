import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { decisionMail } from './replacement-mails.ts'
import { replacementCount } from './replacement-metrics.ts'
import { toRequest, toRequestForMail } from './replacement-response.ts'
import { findRequest } from './replacements.queries.ts'

/**
 * Approves or rejects a pending request once. An approval pays the refund of the purchase's refund rule
 * (`replacement_refund`) in the same transaction. The database function `decide_replacement` locks purchase and request
 * before it reads them, so that the first of several concurrent decisions takes effect. The admin who rejected the
 * first request cannot decide the appeal, unless there is no other admin. The buyer gets a mail.
 * @throws database errors with the codes REPLACEMENT_NOT_FOUND, REPLACEMENT_ALREADY_DECIDED, DECISION_TOO_LATE,
 * APPEAL_NEEDS_OTHER_ADMIN, WALLET_LIMIT_EXCEEDED
 */
export async function decideReplacement(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  decision: {
    requestId: string
    action: 'approved' | 'rejected'
    /** The reason of a rejection, if the admin gave one. */
    reasonCode?: RejectionReason | undefined
    reason?: string | undefined
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: ReplacementRequest; replayed: boolean }> {
  const { requestId, action, reasonCode, reason } = decision
  const result = await withIdempotency(deps.database, decision.idempotency, async (tx) => {
    const entryId = uuidv7()
    await sql`select decide_replacement(${requestId}, ${action}, ${actor.userId}, ${entryId})`.execute(
      tx,
    )
    if (reason !== undefined || reasonCode !== undefined) {
      await tx
        .updateTable('replacement_requests')
        .set({ rejection_code: reasonCode ?? null, rejection_reason: reason ?? null })
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
        ...(row.appeals_against && { isAppeal: true }),
        ...(row.decided_as_only_admin && { decidedAsOnlyAdmin: true }),
        ...(reasonCode !== undefined && { rejectionCode: reasonCode }),
        ...(reason !== undefined && { rejectionReason: reason }),
        ...(row.returned && { returned: row.returned }),
        ...(row.returned === 'wallet' && { amountPaise: row.returned_paise, entryId }),
      },
    })
    const recipient = await findOwnerOf(tx, row.user_id)
    const mail = decisionMail(toRequestForMail(row, 'agent'), recipient, deps.publicUrl)
    await deps.queueMail(tx, mail)
    return toRequest(row, 'admin')
  })
  if (!result.replayed) {
    replacementCount.inc({
      event: action === 'rejected' ? 'rejected' : `to_${result.answer.returned}`,
    })
  }
  return result
}
