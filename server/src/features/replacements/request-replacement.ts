import {
  maxRequests,
  parseReplacementReason,
  type ReplacementRequest,
} from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findRecipient } from '../users/users.queries.ts'
import { confirmationMail, noticeMail } from './replacement-mails.ts'
import { replacements } from './replacement-metrics.ts'
import { toRequestForMail } from './replacement-wire.ts'
import { findRequest } from './replacements.queries.ts'

/**
 * Records a buyer's request for the replacement of a lead, which may be deleted, and mails every active admin and the
 * buyer. The database function `create_replacement_request` locks the purchase, so that one of two concurrent requests is
 * accepted.
 * @throws database refusals that answer as LEAD_NOT_FOUND, also for another agent's purchase;
 *   REPLACEMENT_ALREADY_REQUESTED while a request is pending or was approved; REPLACEMENT_REJECTED_TWICE
 */
export async function requestReplacement(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  asked: { leadId: string; reason: string; idempotency: IdempotentRequest | null },
): Promise<{ answer: ReplacementRequest; replayed: boolean }> {
  const { leadId, reason } = asked
  const done = await withIdempotency(deps.database, asked.idempotency, async (tx) => {
    const id = uuidv7()
    const { code, text } = parseReplacementReason(reason)
    await sql`select create_replacement_request(${id}, ${actor.userId}, ${leadId}, ${code}, ${text},
      ${maxRequests})`.execute(tx)
    await recordAction(tx, actor, {
      action: 'replacement.request',
      subjectType: 'replacement',
      subjectId: id,
      after: { leadId, reasonCode: code, reasonText: text, status: 'pending' },
    })
    const forMail = toRequestForMail(await findRequest(tx, id))
    const admins = await tx
      .selectFrom('users')
      .select(['email', 'name', 'email_confirmed_at'])
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute()
    for (const admin of admins) {
      await deps.queueMail(tx, noticeMail(forMail, recipientOf(admin), deps.publicUrl))
    }
    const recipient = await findRecipient(tx, actor.userId)
    await deps.queueMail(tx, confirmationMail(forMail, recipient, deps.publicUrl))
    return forMail.request
  })
  if (!done.replayed) replacements.inc({ event: 'requested' })
  return done
}
