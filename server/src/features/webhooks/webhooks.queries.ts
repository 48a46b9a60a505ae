import { pageOf } from '@raahi/contract/fields'
import type { Role } from '@raahi/contract/users'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import {
  maxCountedDeliveries,
  type Webhook,
  type WebhookDelivery,
  type WebhookPause,
  type WebhookState,
} from '@raahi/contract/webhooks'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { messageIdOf } from './send-webhooks.ts'

/** The owner of webhooks: an agent, or null for all admins together. */
export type WebhookOwner = string | null

/** Whose webhooks a caller sees and changes. */
export function ownerOf({ role, agencyId }: { role: Role; agencyId: string }): WebhookOwner {
  return role === 'admin' ? null : agencyId
}

const nil = '00000000-0000-0000-0000-000000000000'
const ownedBy = (owner: WebhookOwner) => sql`coalesce(w.user_id, ${nil}) = ${owner ?? nil}::uuid`

interface WebhookRow {
  id: string
  url: string
  events: WebhookEvent[]
  description: string | null
  state: WebhookState
  paused_by: WebhookPause | null
  state_since: Date
  failing_since: Date | null
  last_success_at: Date | null
  previous_until: Date | null
  waiting: number
  created_at: Date
}

/** The webhooks of an owner, oldest first. @param id only this one */
export async function findWebhooks(
  db: Kysely<Schema>,
  owner: WebhookOwner,
  id?: string,
): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.url, w.events, w.description, w.state, w.paused_by, w.state_since, w.failing_since,
      w.last_success_at, case when w.previous_until > now() then w.previous_until end as previous_until, w.created_at,
      (select count(*)::integer from (select from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'waiting' limit ${maxCountedDeliveries + 1}) waiting) as waiting
    from webhooks w where ${ownedBy(owner)} and (${id ?? null}::uuid is null or w.id = ${id ?? null}::uuid)
    order by w.created_at, w.id`.execute(db)
  return rows.map(toWebhook)
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    state: row.state,
    pausedBy: row.paused_by,
    stateSince: row.state_since.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    previousSecretUntil: row.previous_until?.toISOString() ?? null,
    waiting: row.waiting,
    createdAt: row.created_at.toISOString(),
  }
}

/** @throws ApiFailure WEBHOOK_NOT_FOUND, also for a webhook of another owner */
export async function requireWebhook(
  db: Kysely<Schema>,
  owner: WebhookOwner,
  id: string,
): Promise<Webhook> {
  const [webhook] = await findWebhooks(db, owner, id)
  if (!webhook) throw new ApiFailure('WEBHOOK_NOT_FOUND')
  return webhook
}

/** Locks a webhook against concurrent changes. @throws ApiFailure WEBHOOK_NOT_FOUND */
export async function lockWebhook(
  tx: Transaction,
  owner: WebhookOwner,
  id: string,
): Promise<Webhook> {
  await sql`select from webhooks w where w.id = ${id} and ${ownedBy(owner)} for no key update`.execute(
    tx,
  )
  return requireWebhook(tx, owner, id)
}

interface DeliveryRow {
  id: string
  type: string
  occurred_at: Date
  state: WebhookDelivery['state']
  due_at: Date | null
  attempts: WebhookDelivery['attempts']
}

/** A page of the deliveries of a webhook with their attempts, newest first. */
export async function findDeliveryPage(
  db: Kysely<Schema>,
  webhookId: string,
  { page, limit }: { page: number; limit: number },
) {
  const { total } = await db
    .selectFrom('webhook_deliveries')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.type, d.occurred_at, d.state, d.due_at,
      coalesce((select json_agg(json_build_object('attempt', a.attempt, 'at', a.at, 'status', a.status,
          'error', a.error, 'ms', a.ms, 'answer', a.answer) order by a.id)
        from webhook_attempts a where a.delivery_id = d.id), '[]') as attempts
    from webhook_deliveries d where d.webhook_id = ${webhookId}
    order by d.occurred_at desc, d.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return pageOf(rows.map(toDelivery), total, page, limit)
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    _id: row.id,
    webhookId: messageIdOf(row.id),
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    state: row.state,
    nextAttemptAt: row.due_at?.toISOString() ?? null,
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      at: new Date(attempt.at).toISOString(),
    })),
  }
}
