import { testEvent } from '@raahi/contract/webhook-events'
import { maxWaitingDeliveries } from '@raahi/contract/webhooks'
import { sql } from 'kysely'
import { type Action, type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { ownerOf, requireWebhook } from './webhooks.queries.ts'

/** Of one user. Each sends requests to a server that the user has chosen. */
const sendingsAnHour: RateLimit = { max: 120, windowSeconds: 60 * 60 }

interface OwnCall {
  caller: Caller
  actor: Actor
}

/** Queues a test event. @throws ApiFailure WEBHOOK_NOT_FOUND, WEBHOOK_NOT_ACTIVE */
export async function queueTest(
  database: Database,
  call: OwnCall,
  id: string,
): Promise<{ _id: string }> {
  const { state } = await requireWebhook(database.kysely, ownerOf(call.caller), id)
  if (state !== 'active') throw new ApiFailure('WEBHOOK_NOT_ACTIVE')
  await countSending(database, call)
  return withTransaction(database, async (tx) => {
    const delivery = await tx
      .insertInto('webhook_deliveries')
      .values({ webhook_id: id, type: testEvent, subject_id: id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await wakeAndRecord(tx, call.actor, { action: 'webhook.test', subjectId: id })
    return { _id: delivery.id }
  })
}

/**
 * Sends a delivery again, with the same id. One that waits is sent at once.
 * @throws ApiFailure WEBHOOK_NOT_FOUND, WEBHOOK_DELIVERY_NOT_FOUND
 */
export async function resendDelivery(
  database: Database,
  call: OwnCall,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<void> {
  await requireWebhook(database.kysely, ownerOf(call.caller), id)
  await countSending(database, call)
  await withTransaction(database, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update webhook_deliveries set state = 'waiting', attempts = 0, due_at = clock_timestamp()
      where id = ${deliveryId} and webhook_id = ${id}`.execute(tx)
    if (numAffectedRows === 0n) throw new ApiFailure('WEBHOOK_DELIVERY_NOT_FOUND')
    await wakeAndRecord(tx, call.actor, { action: 'webhook.resend', subjectId: id })
  })
}

/**
 * Sends the deliveries of events since an instant again, the oldest first, with the same ids, as far as there is room
 * in the queue. Those that wait or were dropped stay as they are.
 * @returns how many were queued
 * @throws ApiFailure WEBHOOK_NOT_FOUND
 */
export async function resendSince(
  database: Database,
  call: OwnCall,
  { id, since }: { id: string; since: string },
): Promise<{ queued: number }> {
  await requireWebhook(database.kysely, ownerOf(call.caller), id)
  await countSending(database, call)
  return withTransaction(database, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update webhook_deliveries set state = 'waiting', attempts = 0, due_at = clock_timestamp()
      where id in (
        select d.id from webhook_deliveries d
        where d.webhook_id = ${id} and d.occurred_at >= ${since}::timestamptz and d.state in ('delivered', 'failed')
        order by d.occurred_at limit greatest(0, ${maxWaitingDeliveries - 1}::integer - (
          select count(*) from webhook_deliveries w where w.webhook_id = ${id} and w.state = 'waiting')))`.execute(
      tx,
    )
    const queued = Number(numAffectedRows)
    await wakeAndRecord(tx, call.actor, {
      action: 'webhook.resend',
      subjectId: id,
      after: { since, queued },
    })
    return { queued }
  })
}

function countSending(database: Database, { caller }: OwnCall): Promise<void> {
  const key = `webhook sendings of ${caller.userId}`
  return hitRateLimit(database, { key, ...sendingsAnHour })
}

async function wakeAndRecord(
  tx: Transaction,
  actor: Actor,
  action: Omit<Action, 'subjectType'>,
): Promise<void> {
  await sql`select wake_webhooks()`.execute(tx)
  await recordAction(tx, actor, { ...action, subjectType: 'webhook' })
}
