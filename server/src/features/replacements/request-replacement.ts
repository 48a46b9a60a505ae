import {
  maxRequests,
  parseReplacementReason,
  type ReplacementRequest,
} from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { type AutomaticWay, approveIfPayable } from './approve-automatically.ts'
import { askTraveller, lockEnquiryOfLead } from './ask-traveller.ts'
import { mailRequest } from './mail-request.ts'
import { replacements } from './replacement-metrics.ts'
import { toRequest } from './replacement-wire.ts'
import type { RequestRow } from './replacements.queries.ts'

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/**
 * Records a buyer's request for the replacement of a lead, which may be deleted, or the appeal against its rejection, with the results of the automatic checks.
 * If one of them proves it, the request is approved at once and the buyer gets the mail of the decision; else every active
 * admin and the buyer get a mail. The database function `create_replacement_request` locks the purchase, so that one of two
 * concurrent requests is accepted.
 * @throws database refusals that answer as LEAD_NOT_FOUND, also for another agent's purchase;
 *   REPLACEMENT_ALREADY_REQUESTED while a request is pending or was approved; REPLACEMENT_REJECTED_TWICE;
 *   RETURN_WINDOW_CLOSED; APPEAL_WINDOW_CLOSED
 */
export async function requestReplacement(
  deps: Deps,
  actor: Actor,
  request: { leadId: string; reason: string; idempotency: IdempotentRequest | null },
): Promise<{ answer: ReplacementRequest; replayed: boolean }> {
  const { leadId, reason } = request
  const done = await withIdempotency(deps.database, request.idempotency, async (tx) => {
    const id = uuidv7()
    const { code, text } = parseReplacementReason(reason)
    // Before the purchase, which is the order of an answer too.
    const enquiry = await lockEnquiryOfLead(tx, leadId)
    await sql`select create_replacement_request(${id}, ${actor.userId}, ${leadId}, ${code}, ${text},
      ${maxRequests})`.execute(tx)
    await recordAction(tx, actor, {
      action: 'replacement.request',
      subjectType: 'replacement',
      subjectId: id,
      after: { leadId, reasonCode: code, reasonText: text, status: 'pending' },
    })
    const approved = await approveIfProved(tx, deps, id)
    if (!approved && enquiry) await askTraveller(tx, deps, { leadId, reason: code, enquiry })
    return toRequest(approved ?? (await mailRequest(tx, deps, id)), 'agent')
  })
  if (!done.replayed) {
    replacements.inc({ event: 'requested' })
    if (done.answer.returned) replacements.inc({ event: `to_${done.answer.returned}` })
  }
  return done
}

/**
 * Approves by a check, or by an answer that the traveller gave to an earlier request. Null: nothing proves it, or it cannot be
 * paid back now, so that an admin or the deadline decides.
 */
async function approveIfProved(
  tx: Transaction,
  deps: Deps,
  id: string,
): Promise<RequestRow | null> {
  const { rows } = await sql<{ how: AutomaticWay | null }>`
    select case when is_proved_by_check(r) then 'check' when is_proved_by_traveller(r) then 'traveller' end as how
    from replacement_requests r where r.id = ${id}`.execute(tx)
  const how = rows[0]?.how
  return how ? approveIfPayable(tx, deps, { id, how }) : null
}
