import { maxFailingDays, retrySeconds } from '@raahi/contract/integration-limits'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { PostOutcome } from './post-webhook.ts'
import { type StopReason, webhookStoppedMail } from './webhook-mails.ts'

/** Each pause is longer by a random part, up to this share, so that failed deliveries do not all repeat at once. */
export const maxJitter = 0.2
/** A webhook that answers later than this is slow. */
const slowMs = 3000

export interface MailDeps {
  queueMail: QueueMail
  publicUrl: string
}

/** Stores an attempt and its consequences for the delivery and the webhook. */
export async function recordAttempt(
  tx: Transaction,
  deps: MailDeps,
  delivery: ClaimedDelivery,
  outcome: PostOutcome,
): Promise<void> {
  const isSuccess = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  const attempt = delivery.attempts + 1
  const pause = isSuccess ? undefined : retrySeconds[attempt - 1]
  const dueSeconds = pause === undefined ? null : pause * (1 + Math.random() * maxJitter)
  const state = isSuccess ? 'delivered' : dueSeconds === null ? 'failed' : 'waiting'
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set state = ${state}, attempts = ${attempt}, claimed_until = null,
      due_at = clock_timestamp() + make_interval(secs => ${dueSeconds}::double precision)
    where id = ${delivery.id} and state = 'waiting' and attempts = ${delivery.attempts}`.execute(tx)
  // The webhook was deleted, or the delivery was queued again meanwhile.
  if (numAffectedRows === 0n) return
  // A separate statement, so that it sees a withdrawal that held the lock of the delivery.
  await sql`
    insert into webhook_attempts (delivery_id, attempt, status, error, ms, answer)
    values (${delivery.id}, ${attempt}, ${outcome.status}, ${outcome.error}, ${outcome.ms},
      case when not (select is_traveller_stopped(lead_id, enquiry_id) from webhook_deliveries
        where id = ${delivery.id}) then ${outcome.answer} end)`.execute(tx)
  if (isSuccess) {
    await sql`update webhooks set failing_since = null, is_slow = ${outcome.ms > slowMs},
      last_success_at = clock_timestamp() where id = ${delivery.webhookId}`.execute(tx)
    return
  }
  await sql`update webhooks set failing_since = coalesce(failing_since, clock_timestamp()), is_slow = true
    where id = ${delivery.webhookId}`.execute(tx)
  if (outcome.status === 410) await stop(tx, deps, delivery.webhookId, 'ended')
  else await stop(tx, deps, delivery.webhookId, 'failing')
  if (dueSeconds !== null) await sql`select wake_webhooks(${dueSeconds})`.execute(tx)
}

/** Ends a delivery that is no longer sent, because its traveller withdrew or its record is gone. */
export async function dropDelivery(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`update webhook_deliveries set state = 'dropped', due_at = null, claimed_until = null
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** Stops an active webhook and mails its owner, or does nothing if it is not failing for so long. */
async function stop(
  tx: Transaction,
  deps: MailDeps,
  webhookId: string,
  reason: 'failing' | 'ended',
): Promise<void> {
  const { rows } = await sql<{ url: string; userId: string | null }>`
    update webhooks set state = ${reason === 'ended' ? 'ended' : 'paused'},
      paused_by = ${reason === 'ended' ? null : reason}, state_since = clock_timestamp()
    where id = ${webhookId} and state = 'active'
      and (${reason} = 'ended' or failing_since < clock_timestamp() - make_interval(days => ${maxFailingDays}::integer))
    returning url, user_id as "userId"`.execute(tx)
  for (const webhook of rows) await mailOwner(tx, deps, webhook, reason)
}

/** Mails the agent of a webhook, or the admins with the right to webhooks, who share theirs. */
export async function mailOwner(
  tx: Transaction,
  { queueMail, publicUrl }: MailDeps,
  { url, userId }: { url: string; userId: string | null },
  reason: StopReason,
): Promise<void> {
  const { rows: owners } = await sql<Parameters<typeof recipientOf>[0]>`
    select email, name, email_confirmed_at from users
      where ${userId}::uuid is null and role = 'admin' and status = 'active' and 'settings' = any(rights)
    union all select email, name, email_confirmed_at from agency_owners
      where id = ${userId} and status = 'active'`.execute(tx)
  for (const owner of owners) {
    await queueMail(tx, webhookStoppedMail(recipientOf(owner), { url, reason }, publicUrl))
  }
}
