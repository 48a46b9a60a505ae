import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type MailDeps, mailOwner } from '../record-attempt.ts'

/** Pauses the active webhooks that a member added to its agency, and mails the owner. */
export async function pauseWebhooksOfMember(
  tx: Transaction,
  deps: MailDeps,
  id: string,
): Promise<void> {
  const { rows } = await sql<{ url: string; userId: string }>`
    update webhooks set state = 'paused', paused_by = 'member', state_since = clock_timestamp()
    where created_by = ${id} and user_id is not null and state = 'active'
    returning url, user_id as "userId"`.execute(tx)
  for (const webhook of rows) await mailOwner(tx, deps, webhook, 'member')
}
