import type { Role } from '@raahi/contract/users'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import {
  eventsOfRole,
  maxWebhooks,
  type Webhook,
  type webhookChanges,
  type webhookForm,
} from '@raahi/contract/webhooks'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import type { Encryption } from '../two-factor/public/encryption.ts'
import { requireOwner } from '../users/public/lock-agency.ts'
import { checkWebhookUrl } from './webhook-network.ts'
import { encryptSecret, makeSecret } from './webhook-secrets.ts'
import { lockWebhook, ownerOf, requireWebhook } from './webhooks.queries.ts'

export interface ChangeDeps {
  database: Database
  passwords: Passwords
  encryption: Encryption | undefined
  /** Whether addresses of this machine are allowed. */
  trial: boolean
}

/** Of one user. */
const changesAnHour: RateLimit = { max: 100, windowSeconds: 60 * 60 }

interface OwnCall {
  caller: Caller
  actor: Actor
}

/**
 * Adds a webhook of the caller. The password is required, because events contain contacts of travellers, and a stolen
 * session alone must not send them elsewhere.
 * @returns the id and the secret, which is shown once
 * @throws ApiFailure WEBHOOKS_NOT_SET_UP, WEBHOOK_LIMIT, CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS, VALIDATION_FAILED;
 * FORBIDDEN if another member owns the agency now
 */
export async function createWebhook(
  deps: ChangeDeps,
  { caller, actor }: OwnCall,
  { url, events, description, password }: z.output<typeof webhookForm>,
): Promise<{ _id: string; secret: string }> {
  const encryption = requireEncryption(deps)
  checkWebhookUrl(url, deps.trial)
  checkEvents(events, caller.role)
  await countChange(deps, caller)
  await checkPassword(deps, caller, password)
  const owner = ownerOf(caller)
  return withTransaction(deps.database, async (tx) => {
    if (owner) await requireOwner(tx, caller)
    // Serialises the additions of one owner, so that each counts the earlier ones.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${owner ?? 'admins'}`}, 0))`.execute(
      tx,
    )
    const { count } = await tx
      .selectFrom('webhooks')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('user_id', 'is not distinct from', owner)
      .executeTakeFirstOrThrow()
    if (count >= maxWebhooks) throw new ApiFailure('WEBHOOK_LIMIT')
    const id = uuidv7()
    const secret = makeSecret()
    const { keyId: key_id, sealed } = encryptSecret(encryption, id, secret)
    await tx
      .insertInto('webhooks')
      .values({
        id,
        user_id: owner,
        created_by: caller.userId,
        url,
        events: unique(events),
        description,
        key_id,
        sealed,
      })
      .execute()
    await recordAction(tx, actor, {
      action: 'webhook.create',
      subjectType: 'webhook',
      subjectId: id,
      after: recordOf({ url, events, state: 'active' }),
    })
    return { _id: id, secret }
  })
}

/**
 * Changes, pauses or resumes a webhook. What waited is sent after it is resumed.
 * @throws ApiFailure WEBHOOK_NOT_FOUND, CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS, VALIDATION_FAILED; FORBIDDEN as above
 */
export async function updateWebhook(
  deps: ChangeDeps,
  { caller, actor }: OwnCall,
  id: string,
  changes: z.output<typeof webhookChanges>,
): Promise<Webhook> {
  const owner = ownerOf(caller)
  const seen = await requireWebhook(deps.database.kysely, owner, id)
  const { url = seen.url, events = seen.events, description, isPaused, password } = changes
  checkEvents(events, caller.role)
  await countChange(deps, caller)
  if (url !== seen.url) {
    checkWebhookUrl(url, deps.trial)
    if (password === undefined) throw validationFailure({ password: 'Enter your password.' })
    await checkPassword(deps, caller, password)
  }
  return withTransaction(deps.database, async (tx) => {
    if (owner) await requireOwner(tx, caller)
    const before = await lockWebhook(tx, owner, id)
    const now = sql<Date>`clock_timestamp()`
    await tx
      .updateTable('webhooks')
      .set({
        ...(changes.url !== undefined && { url }),
        ...((url !== before.url || isPaused === false) && { created_by: caller.userId }),
        ...(changes.events && { events: unique(events) }),
        description: description === undefined ? before.description : description || null,
        ...(isPaused === true &&
          before.state === 'active' && {
            state: 'paused',
            paused_by: 'owner',
            state_since: now,
          }),
        ...(isPaused === false &&
          before.state !== 'active' && {
            state: 'active',
            paused_by: null,
            state_since: now,
            failing_since: null,
          }),
      })
      .where('id', '=', id)
      .execute()
    if (isPaused === false) await sql`select wake_webhooks()`.execute(tx)
    const after = await requireWebhook(tx, owner, id)
    await recordAction(tx, actor, {
      action: 'webhook.update',
      subjectType: 'webhook',
      subjectId: id,
      before: recordOf(before),
      after: recordOf(after),
    })
    return after
  })
}

/**
 * Makes a new secret. For a day, messages are signed with the present one too, so that the receiver can change over.
 * @throws ApiFailure WEBHOOK_NOT_FOUND, WEBHOOKS_NOT_SET_UP
 */
export async function rotateWebhook(
  deps: ChangeDeps,
  { caller, actor }: OwnCall,
  id: string,
): Promise<{ _id: string; secret: string }> {
  const encryption = requireEncryption(deps)
  await requireWebhook(deps.database.kysely, ownerOf(caller), id)
  await countChange(deps, caller)
  return withTransaction(deps.database, async (tx) => {
    await lockWebhook(tx, ownerOf(caller), id)
    const secret = makeSecret()
    const { keyId, sealed } = encryptSecret(encryption, id, secret)
    await sql`
      update webhooks set previous_key_id = key_id, previous_sealed = sealed,
        previous_until = clock_timestamp() + interval '24 hours', key_id = ${keyId}, sealed = ${sealed}
      where id = ${id}`.execute(tx)
    await recordAction(tx, actor, {
      action: 'webhook.rotate',
      subjectType: 'webhook',
      subjectId: id,
    })
    return { _id: id, secret }
  })
}

/** Deletes a webhook with its log. @throws ApiFailure WEBHOOK_NOT_FOUND */
export async function deleteWebhook(
  { database }: Pick<ChangeDeps, 'database'>,
  { caller, actor }: OwnCall,
  id: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const before = await lockWebhook(tx, ownerOf(caller), id)
    await sql`delete from webhook_attempts where delivery_id in (
      select d.id from webhook_deliveries d where d.webhook_id = ${id})`.execute(tx)
    await sql`delete from webhook_deliveries where webhook_id = ${id}`.execute(tx)
    await sql`delete from webhooks where id = ${id}`.execute(tx)
    await recordAction(tx, actor, {
      action: 'webhook.delete',
      subjectType: 'webhook',
      subjectId: id,
      before: recordOf(before),
    })
  })
}

function countChange({ database }: ChangeDeps, { userId }: Caller): Promise<void> {
  return hitRateLimit(database, { key: `webhook changes of ${userId}`, ...changesAnHour })
}

function requireEncryption({ encryption }: ChangeDeps): Encryption {
  if (!encryption) throw new ApiFailure('WEBHOOKS_NOT_SET_UP')
  return encryption
}

function checkEvents(events: readonly WebhookEvent[], role: Role): void {
  const allowed = eventsOfRole(role)
  const foreign = events.find((event) => !allowed.includes(event))
  if (foreign) throw validationFailure({ events: `You cannot choose ${foreign}.` })
}

/** Names the field of these calls in the refusal. */
async function checkPassword(deps: ChangeDeps, caller: Caller, password: string): Promise<void> {
  try {
    await checkOwnPassword(deps, caller, password)
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'CURRENT_PASSWORD_WRONG') throw error
    throw new ApiFailure('CURRENT_PASSWORD_WRONG', { fieldErrors: { password: error.message } })
  }
}

/** For the audit log, which other users read: the path of an address may be a secret. */
function recordOf({ url, events, state }: Pick<Webhook, 'url' | 'events' | 'state'>): object {
  return { host: new URL(url).host, events, state }
}

const unique = (events: readonly WebhookEvent[]) => [...new Set(events)]
