import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { recipientOf } from '../../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { findOwnerOf } from '../../users/public/users.queries.ts'
import { confirmationMail, noticeMail } from '../replacement-mails.ts'
import { toRequestForMail } from '../replacement-response.ts'
import { findRequest, type RequestRow } from '../replacements.queries.ts'

interface Deps {
  queueMail: QueueMail
  publicUrl: string
}

/** Mails a new request or appeal to each active admin who can decide it, and to its buyer. @returns the request */
export async function mailRequest(tx: Transaction, deps: Deps, id: string): Promise<RequestRow> {
  const row = await mailAdmins(tx, deps, id)
  const recipient = await findOwnerOf(tx, row.user_id)
  const mail = confirmationMail(toRequestForMail(row, 'agent'), recipient, deps.publicUrl)
  await deps.queueMail(tx, mail)
  return row
}

/**
 * Mails pending appeals to the admin who can decide them now, after another admin was suspended or reactivated, or
 * got or lost the right to decide. Appeals change their admin only if exactly one other admin can decide them: these are the appeals
 * against the rejections of that admin. The caller has locked the active admins.
 */
export async function mailReassignedAppeals(
  tx: Transaction,
  deps: Deps,
  changedAdminId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select r.id from replacement_requests r join replacement_requests e on e.purchase_id = r.purchase_id
    where r.status = 'pending' and e.status = 'rejected' and e.decided_by = (
      select max(id::text)::uuid from users
      where role = 'admin' and status = 'active' and 'support' = any(rights) and id <> ${changedAdminId} having count(*) = 1)
    order by r.created_at`.execute(tx)
  for (const { id } of rows) await mailAdmins(tx, deps, id)
}

async function mailAdmins(tx: Transaction, deps: Deps, id: string): Promise<RequestRow> {
  const admins = await lockAdmins(tx)
  const row = await findRequest(tx, id)
  const { appeals_against: appealed } = row
  for (const admin of admins) {
    if (!admin.rights?.includes('support')) continue
    // This admin rejected the first request and cannot decide the appeal.
    if (appealed?.needs_other_admin && appealed.rejected_by === admin.id) continue
    const mail = noticeMail(toRequestForMail(row, 'admin'), recipientOf(admin), deps.publicUrl)
    await deps.queueMail(tx, mail)
  }
  return row
}

/** Locks the active admins. A concurrent suspension, reactivation or change of rights waits, and then finds the request. */
function lockAdmins(tx: Transaction) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_confirmed_at', 'rights'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forShare()
    .execute()
}
