import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import type { TravellerAnswer } from '@raahi/contract/traveller-question'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { lockByToken } from '../enquiries/public/enquiries.queries.ts'
import { toOwnQuestion } from '../enquiries/public/enquiry-response.ts'
import { type AutomaticWay, approveIfPayable } from './approve-automatically.ts'
import { replacementCount } from './replacement-metrics.ts'

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/**
 * Stores the answer of a traveller once. If the answer proves the pending request of the lead, the request is approved
 * in the same transaction. A repeated call with the same answer changes nothing.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED if the traveller was not asked, or has withdrawn;
 * QUESTION_ANSWERED
 */
export async function answerQuestion(
  deps: Deps,
  token: string,
  { answer, wasInTime }: { answer: TravellerAnswer; wasInTime?: boolean | undefined },
): Promise<NonNullable<OwnEnquiry['question']>> {
  const done = await withTransaction(deps.database, async (tx) => {
    const enquiry = await lockByToken(tx, hashToken(token))
    if (!enquiry) throw new ApiFailure('ENQUIRY_NOT_FOUND')
    const { question } = enquiry
    if (!question || enquiry.status !== 'converted') throw new ApiFailure('ENQUIRY_CLOSED')
    if (question.answer !== null) {
      const isSame = question.answer === answer && question.wasInTime === (wasInTime ?? null)
      if (!isSame) throw new ApiFailure('QUESTION_ANSWERED')
      return { question: toOwnQuestion(question), returned: null }
    }
    await sql`
      update traveller_questions set answer = ${answer}, was_in_time = ${wasInTime ?? null},
        answered_at = clock_timestamp() where lead_id = ${enquiry.lead_id}`.execute(tx)
    await sql`select lock_returns(user_id) from purchases where lead_id = ${enquiry.lead_id}`.execute(
      tx,
    )
    // The purchase is locked before its request is read. A concurrent request or decision is either committed and
    // visible here, or waits and then reads the answer.
    await sql`select from purchases where lead_id = ${enquiry.lead_id} for update`.execute(tx)
    const { rows } = await sql<{ id: string; how: AutomaticWay | null }>`
      select r.id, return_proof(r) as how from replacement_requests r join purchases p on p.id = r.purchase_id
      where p.lead_id = ${enquiry.lead_id} and r.status = 'pending'`.execute(tx)
    const [request] = rows
    const approved =
      request?.how && (await approveIfPayable(tx, deps, { id: request.id, how: request.how }))
    return {
      question: { ...toOwnQuestion(question), answer },
      returned: approved?.returned ?? null,
    }
  })
  if (done.returned) replacementCount.inc({ event: `to_${done.returned}` })
  return done.question
}
