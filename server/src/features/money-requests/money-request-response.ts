import { rupeesFromPaise } from '@raahi/contract/money'
import { type MoneyRequest, moneyRequestDays } from '@raahi/contract/money-requests'
import { mayOneOf } from '@raahi/contract/staff-rights'
import type { Caller } from '../../platform/http/caller.ts'
import type { MoneyRequestRow } from './money-requests.queries.ts'

export function toMoneyRequest(row: MoneyRequestRow, reader: Caller): MoneyRequest {
  return {
    _id: row.id,
    kind: row.kind,
    status: row.status,
    amount: rupeesFromPaise(row.amount_paise),
    user: { _id: row.user_id, name: row.user_name, email: row.user_email },
    paymentId: row.gateway_payment_id,
    reference: row.reference,
    note: row.note,
    askedBy: { _id: row.asked_by, name: row.asked_by_name },
    askedAt: row.asked_at.toISOString(),
    expiresAt: new Date(row.asked_at.getTime() + moneyRequestDays * 86_400_000).toISOString(),
    decidedBy:
      row.decided_by === null ? null : { _id: row.decided_by, name: row.decided_by_name ?? '' },
    decidedAt: row.decided_at?.toISOString() ?? null,
    canDecide:
      row.status === 'pending' && row.asked_by !== reader.userId && mayOneOf(reader, 'money'),
  }
}
