import type { DecidedHow } from '@raahi/contract/leads'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isRefusal } from '../../platform/database/errors.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { decisionMail } from './replacement-mails.ts'
import { toRequestForMail } from './replacement-response.ts'
import { findRequest, type RequestRow } from './replacements.queries.ts'

export type AutomaticWay = Exclude<DecidedHow, 'person'>

const auditActions: Record<AutomaticWay, string> = {
  deadline: 'replacement.approve-late',
  check: 'replacement.approve-proved',
  traveller: 'replacement.approve-answered',
}

/**
 * Approves a pending request without an admin: pays the refund, queues the mail and records an audit entry, in the
 * caller's transaction. The database function `decide_replacement` checks that the policy of the purchase allows the
 * approval.
 * @throws database errors with the codes REPLACEMENT_ALREADY_DECIDED, WALLET_LIMIT_EXCEEDED
 */
export async function approveAutomatically(
  tx: Transaction,
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  { id, how }: { id: string; how: AutomaticWay },
): Promise<RequestRow> {
  const entryId = uuidv7()
  await sql`select decide_replacement(${id}, 'approved', null, ${entryId}, ${how})`.execute(tx)
  const row = await findRequest(tx, id)
  const subject = { leadId: row.id, userId: row.user_id }
  const before = JSON.stringify({ ...subject, status: 'pending' })
  const after = JSON.stringify({
    ...subject,
    status: 'approved',
    ...(row.appeals_against && { isAppeal: true }),
    returned: row.returned,
    ...(row.returned === 'wallet' && { amountPaise: row.returned_paise, entryId }),
  })
  await sql`insert into audit_log (actor_role, action, subject_type, subject_id, before, after)
    values ('console', ${auditActions[how]}, 'replacement', ${id}, ${before}::jsonb,
      ${after}::jsonb)`.execute(tx)
  const recipient = await findOwnerOf(tx, row.user_id)
  await queueMail(tx, decisionMail(toRequestForMail(row, 'agent'), recipient, publicUrl))
  return row
}

/**
 * Approves like `approveAutomatically`. Returns null if the refund cannot be paid now; the request then stays pending.
 */
export async function approveIfPayable(
  tx: Transaction,
  deps: Parameters<typeof approveAutomatically>[1],
  approval: Parameters<typeof approveAutomatically>[2],
): Promise<RequestRow | null> {
  await sql`savepoint before_approval`.execute(tx)
  try {
    return await approveAutomatically(tx, deps, approval)
  } catch (error) {
    if (!isRefusal(error, 'WALLET_LIMIT_EXCEEDED')) throw error
    await sql`rollback to savepoint before_approval`.execute(tx)
    return null
  }
}
