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
import { mailRequest } from './public/mail-request.ts'
import { replacementCount } from './replacement-metrics.ts'
import { toRequest } from './replacement-response.ts'
import type { RequestRow } from './replacements.queries.ts'

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/**
 * Records a buyer's request for the replacement of a lead, or the appeal against its rejection, with the results of the
 * automatic checks. The lead may be deleted. If a check proves the request, it is approved immediately and the buyer
 * gets the mail of the decision. Otherwise the buyer and every active admin who can decide it get a mail. The database
 * function `create_replacement_request` locks the purchase, so that one of two concurrent requests is accepted.
 * @throws database errors with the codes LEAD_NOT_FOUND, also for another agent's purchase;
 * REPLACEMENT_ALREADY_REQUESTED while a request is pending or was approved; REPLACEMENT_REJECTED_TWICE;
 * RETURN_WINDOW_CLOSED; APPEAL_WINDOW_CLOSED
 */
export async function requestReplacement(
  deps: Deps,
  actor: Actor,
  request: {
    userId: string
    leadId: string
    reason: string
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: ReplacementRequest; replayed: boolean }> {
  const { leadId, reason } = request
  const done = await withIdempotency(deps.database, request.idempotency, async (tx) => {
    const id = uuidv7()
    const { code, text } = parseReplacementReason(reason)
    // Locked before the purchase, in the same order as by an answer of the traveller.
    const enquiry = await lockEnquiryOfLead(tx, leadId)
    await sql`select create_replacement_request(${id}, ${request.userId}, ${leadId}, ${code}, ${text},
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
    replacementCount.inc({ event: 'requested' })
    if (done.answer.returned) replacementCount.inc({ event: `to_${done.answer.returned}` })
  }
  return done
}

/**
 * Approves a request that a check proves, or an answer of the traveller to an earlier request.
 * @returns null if nothing proves the request, or the refund cannot be paid now, so that an admin or the deadline
 * decides
 */
async function approveIfProved(
  tx: Transaction,
  deps: Deps,
  id: string,
): Promise<RequestRow | null> {
  const { rows } = await sql<{ how: AutomaticWay | null }>`
    select return_proof(r) as how from replacement_requests r where r.id = ${id}`.execute(tx)
  const how = rows[0]?.how
  return how ? approveIfPayable(tx, deps, { id, how }) : null
}
