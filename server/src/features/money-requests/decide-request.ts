import type { MoneyRequest } from '@raahi/contract/money-requests'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { toMoneyRequest } from './money-request-response.ts'
import { findMoneyRequest, type MoneyRequestRow } from './money-requests.queries.ts'
import type { PrepareMoney } from './public/prepare-money.ts'

/**
 * Approves or declines a request of another admin. The money moves in the transaction of the decision, once for any number of
 * concurrent approvals. A refusal of the movement leaves the request open.
 * @throws ApiFailure MONEY_REQUEST_NOT_FOUND, MONEY_REQUEST_DECIDED, MONEY_REQUEST_EXPIRED, OWN_MONEY_REQUEST, and the failures of
 * the movement
 */
export async function decideRequest(
  { database, prepareMoney }: { database: Database; prepareMoney: PrepareMoney },
  { caller, actor }: { caller: Caller; actor: Actor },
  id: string,
  action: 'approve' | 'decline',
): Promise<MoneyRequest> {
  const asked = await findMoneyRequest(database.kysely, id)
  checkDecidable(asked, actor)
  const post = action === 'approve' ? await prepareMoney[asked.kind](asked) : null
  return withTransaction(database, async (tx) => {
    await sql`select from money_requests where id = ${id} for update`.execute(tx)
    // Read after the lock is held: of two concurrent decisions, the second finds the first.
    checkDecidable(await findMoneyRequest(tx, id), actor)
    const entryId = post ? (await post(tx, actor)).entryId : null
    const decision = post ? 'approved' : 'declined'
    await tx
      .updateTable('money_requests')
      .set({
        decision,
        decided_by: actor.userId,
        decided_at: sql<Date>`clock_timestamp()`,
        entry_id: entryId,
      })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, actor, {
      action: `money-request.${action}`,
      subjectType: 'money-request',
      subjectId: id,
      before: { status: 'pending' },
      after: {
        status: decision,
        askedBy: asked.asked_by,
        amountPaise: asked.amount_paise,
        entryId,
      },
    })
    const decided = await findMoneyRequest(tx, id)
    if (!decided) throw new Error('the decided request was not found')
    return toMoneyRequest(decided, caller)
  })
}

function checkDecidable(
  request: MoneyRequestRow | undefined,
  { userId }: Actor,
): asserts request is MoneyRequestRow {
  if (!request) throw new ApiFailure('MONEY_REQUEST_NOT_FOUND')
  if (request.status === 'expired') throw new ApiFailure('MONEY_REQUEST_EXPIRED')
  if (request.status !== 'pending') throw new ApiFailure('MONEY_REQUEST_DECIDED')
  if (request.asked_by === userId) throw new ApiFailure('OWN_MONEY_REQUEST')
}
