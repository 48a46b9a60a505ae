import { type MoneyRequestKind, moneyRequestDays } from '@raahi/contract/money-requests'
import { mayOneOf } from '@raahi/contract/staff-rights'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../../platform/audit-log/record-action.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { findApprovalLimit } from '../../settings/public/settings.queries.ts'

interface AskedMoney {
  kind: MoneyRequestKind
  userId: string
  /** Of a refund. */
  paymentId: string | null
  amountPaise: number
  reference: string | null
  note: string | null
}

/** Whether another admin must decide first: without the right `money`, or above the limit of the settings. */
export async function needsSecondAdmin(
  tx: Transaction,
  caller: Pick<Caller, 'role' | 'rights'>,
  amountPaise: number,
): Promise<boolean> {
  if (!mayOneOf(caller, 'money')) return true
  const limit = await findApprovalLimit(tx)
  return limit !== null && amountPaise > limit
}

/** Stores a request for another admin. No money moves. @returns its id */
export async function askForMoney(
  tx: Transaction,
  actor: Actor,
  asked: AskedMoney,
): Promise<string> {
  const id = uuidv7()
  const { kind, userId, paymentId, amountPaise, reference, note } = asked
  await tx
    .insertInto('money_requests')
    .values({
      id,
      kind,
      user_id: userId,
      payment_id: paymentId,
      amount_paise: amountPaise,
      reference,
      note,
      asked_by: actor.userId,
    })
    .execute()
  await recordAction(tx, actor, {
    action: 'money-request.ask',
    subjectType: 'money-request',
    subjectId: id,
    after: { kind, userId, paymentId, amountPaise, reference, note },
  })
  return id
}

/** Requests `r` that wait for a decision. */
export const pendingSql: RawBuilder<unknown> = sql`(r.decision is null
  and r.asked_at > clock_timestamp() - make_interval(days => ${sql.lit(moneyRequestDays)}))`

/** The requests `r` that this admin can decide, if the admin has the right `money`. */
export function decidableRequestsSql(adminId: string): RawBuilder<unknown> {
  return sql`money_requests r where ${pendingSql} and r.asked_by <> ${adminId}`
}
