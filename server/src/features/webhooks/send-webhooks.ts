import { setTimeout as sleep } from 'node:timers/promises'
import { webhookTimeoutSeconds } from '@raahi/contract/integration-limits'
import { maxWaitingDeliveries } from '@raahi/contract/webhooks'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import type { Log } from '../../platform/log.ts'
import type { Encryption } from '../two-factor/public/encryption.ts'
import { type ClaimedDelivery, claimDeliveries, hasDueDeliveries } from './claim-deliveries.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'
import { dropDelivery, type MailDeps, mailOwner, recordAttempt } from './record-attempt.ts'
import { readWebhookData } from './webhook-data.ts'
import { networkOf, type WebhookNetwork } from './webhook-network.ts'
import { decryptSecret } from './webhook-secrets.ts'

export interface SendDeps extends MailDeps {
  database: Database
  encryption: Encryption | undefined
  webhookNetwork: WebhookNetwork
  log: Log
  /** Of an attempt. Only tests set it. */
  timeoutMs?: number
}

/** Deliveries that one process sends at once, to webhooks that answer fast and to slow ones. */
const maxAtOnce = { fast: 64, slow: 64 }
/** A run claims nothing after this, so that its job ends in time. */
const maxRunMs = 30_000
const pollMs = 250
/** Polls without a claim while something is due: a change of its webhook may lock it for a moment. */
const maxIdlePolls = 4

/** Sends the deliveries that are due. Their events, and their failed attempts, queue jobs that do nothing else. */
export function handleWebhooks(jobs: Pick<JobQueue, 'handle'>, deps: SendDeps): void {
  jobs.handle('webhooks', ({ signal }) => sendWebhooks(deps, signal))
}

/** Sends what jobs left over, and pauses webhooks for which too many deliveries wait. */
export function webhooksTask(deps: SendDeps): ScheduledTask {
  return {
    name: 'webhooks',
    cron: everyMinute,
    async run(signal) {
      await pauseFullWebhooks(deps)
      await sendWebhooks(deps, signal)
    },
  }
}

/**
 * Sends due deliveries until none is left, or for a limited time. Several processes may run this at once.
 * @param signal aborted when no further delivery is to be claimed
 */
export async function sendWebhooks(deps: SendDeps, signal?: AbortSignal): Promise<void> {
  const { database } = deps
  const endsAt = Date.now() + maxRunMs
  const running = { fast: new Set<Promise<void>>(), slow: new Set<Promise<void>>() }
  let idlePolls = 0
  const mayClaim = () => !signal?.aborted && Date.now() < endsAt
  for (;;) {
    const room = {
      fast: maxAtOnce.fast - running.fast.size,
      slow: maxAtOnce.slow - running.slow.size,
    }
    const claimed = mayClaim() ? await claimDeliveries(database, room) : []
    for (const delivery of claimed) {
      const kind = running[delivery.isSlow ? 'slow' : 'fast']
      const sending = send(deps, delivery).finally(() => kind.delete(sending))
      kind.add(sending)
    }
    const all = [...running.fast, ...running.slow]
    if (all.length === 0) {
      if (!mayClaim() || idlePolls >= maxIdlePolls || !(await hasDueDeliveries(database))) break
      idlePolls += 1
      await sleep(pollMs)
      continue
    }
    idlePolls = 0
    await (mayClaim() ? Promise.race([...all, sleep(pollMs)]) : Promise.all(all))
  }
  if (!mayClaim() && (await hasDueDeliveries(database))) {
    await sql`select wake_webhooks()`.execute(database.kysely)
  }
}

/** Makes one attempt. An unexpected error is logged, and the delivery is sent again when its claim has ended. */
async function send(deps: SendDeps, delivery: ClaimedDelivery): Promise<void> {
  const { database, log } = deps
  try {
    const data = await readWebhookData(database.kysely, delivery)
    if (!data) return await dropDelivery(database.kysely, delivery.id)
    const outcome = await attempt(deps, delivery, data)
    // The path of an address may be a secret and must not be logged.
    const { host } = new URL(delivery.url)
    const { status, error, ms } = outcome
    log.info(
      { webhook: delivery.webhookId, type: delivery.type, host, status, error, ms },
      'webhook sent',
    )
    await withTransaction(database, (tx) => recordAttempt(tx, deps, delivery, outcome))
  } catch (err) {
    log.error({ err, delivery: delivery.id }, 'a webhook could not be sent')
  }
}

async function attempt(
  { encryption, webhookNetwork, timeoutMs = webhookTimeoutSeconds * 1000, log }: SendDeps,
  delivery: ClaimedDelivery,
  data: object,
): Promise<PostOutcome> {
  const signers = readSigners(encryption, delivery)
  if (signers.length === 0) {
    log.error({ webhook: delivery.webhookId }, 'no key in TWO_FACTOR_KEY decrypts its secret')
    return { status: null, error: 'no-key', answer: null, ms: 0 }
  }
  const { type, occurredAt } = delivery
  const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })
  const messageId = messageIdOf(delivery.id)
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Raahi-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(messageId, now, body)).join(' '),
  }
  const url = new URL(delivery.url)
  return postWebhook(networkOf(webhookNetwork, url), { url, headers, body }, timeoutMs)
}

/** The `webhook-id` of a delivery, the same in each attempt. */
export const messageIdOf = (deliveryId: string): string => `msg_${deliveryId}`

function readSigners(encryption: Encryption | undefined, delivery: ClaimedDelivery): Webhook[] {
  const { webhookId, keyId, sealed, previousKeyId, previousSealed } = delivery
  const stored = [{ keyId, sealed }]
  if (previousKeyId && previousSealed) {
    stored.push({ keyId: previousKeyId, sealed: previousSealed })
  }
  return stored
    .map((each) => decryptSecret(encryption, webhookId, each))
    .filter((secret) => secret !== undefined)
    .map((secret) => new Webhook(secret))
}

/** Pauses webhooks for which too many deliveries wait. They get no further ones, and their owners are mailed. */
export async function pauseFullWebhooks(deps: MailDeps & { database: Database }): Promise<void> {
  await withTransaction(deps.database, async (tx) => {
    const { rows } = await sql<{ url: string; userId: string | null }>`
      update webhooks w set state = 'paused', paused_by = 'full', state_since = clock_timestamp()
      where w.state <> 'ended' and coalesce(w.paused_by, '') <> 'full' and ${maxWaitingDeliveries} <= (
        select count(*) from (select from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'waiting' limit ${maxWaitingDeliveries}) waiting)
      returning w.url, w.user_id as "userId"`.execute(tx)
    for (const webhook of rows) await mailOwner(tx, deps, webhook, 'full')
  })
}
