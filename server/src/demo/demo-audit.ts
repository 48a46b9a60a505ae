import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import type { Movement } from './demo-ledger.ts'
import type { DemoRequest } from './demo-replacements.ts'
import type { DemoSubscription } from './demo-sale.ts'

interface DemoAction {
  at: Date
  action: string
  subjectType: string
  subjectId: string
  before?: object
  after: object
}

/** Writes the admin's actions of the demo's past to the audit log, in order of time. */
export async function insertActions(
  tx: Transaction,
  adminId: string,
  past: {
    movements: readonly Movement[]
    subscriptions: readonly DemoSubscription[]
    requests: readonly DemoRequest[]
  },
): Promise<void> {
  const actions = [
    ...past.movements.flatMap(rechargeAction),
    ...past.subscriptions.flatMap(assignAction),
    ...past.requests.flatMap(decisionAction),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  // Kysely's types leave this timestamp to the database, which would set the current time.
  await sql`
    insert into audit_log (at, actor_id, actor_role, action, subject_type, subject_id, before, after, ip)
    select (a ->> 'at')::timestamptz, ${adminId}, 'admin', a ->> 'action', a ->> 'subjectType',
      (a ->> 'subjectId')::uuid, a -> 'before', a -> 'after', '127.0.0.1'
    from jsonb_array_elements(${JSON.stringify(actions)}::jsonb) with ordinality as given (a, n)
    order by n`.execute(tx)
}

function rechargeAction({ id, at, method, userId, amountPaise }: Movement): DemoAction[] {
  if (method !== 'recharge_by_admin') return []
  return [
    {
      at,
      action: 'wallet.recharge',
      subjectType: 'wallet',
      subjectId: userId,
      after: { amountPaise, entryId: id },
    },
  ]
}

function assignAction({ id, buyer, plan, startedAt, endsAt, payment }: DemoSubscription) {
  if (payment.method !== 'cash') return []
  return [
    {
      at: startedAt,
      action: 'plan.assign',
      subjectType: 'subscription',
      subjectId: id,
      after: {
        userId: buyer.id,
        plan_name: plan.name,
        price_paise: plan.price_paise,
        lead_quota: plan.lead_quota,
        ends_at: endsAt,
      },
    },
  ]
}

function decisionAction({ id, status, decidedAt, returned, refund }: DemoRequest): DemoAction[] {
  if (!decidedAt) return []
  return [
    {
      at: decidedAt,
      action: status === 'approved' ? 'replacement.approve' : 'replacement.reject',
      subjectType: 'replacement',
      subjectId: id,
      before: { status: 'pending' },
      after: {
        status,
        ...(returned && { returned }),
        ...(refund && { amountPaise: refund.amountPaise }),
      },
    },
  ]
}
