import type { LookupAddress } from 'node:dns'
import { type RequestOptions, request } from 'node:http'
import { retrySeconds } from '@raahi/contract/integration-limits'
import { webhookLogDays } from '@raahi/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job, JobQueue } from '../../platform/jobs/job-queue.ts'
import { removeExpired } from '../../platform/jobs/remove-expired.ts'
import { type PushNetwork, publicInternet } from '../../platform/push/push-network.ts'
import { makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  clearWebhooks,
  encryptionOf,
  makeDue,
  makeWebhook,
  sendDepsOf,
  sendDueWebhooks,
  startWebhookReceiver,
  verify,
  type WebhookReceiver,
} from '../../testing/webhooks.ts'
import { expiredDeliveries } from './expired-deliveries.ts'
import { maxJitter } from './record-attempt.ts'
import { handleWebhooks, pauseFullWebhooks, type SendDeps } from './send-webhooks.ts'
import type { WebhookNetwork } from './webhook-network.ts'

let app: TestApp
let receiver: WebhookReceiver
let agentId: string
beforeAll(async () => {
  app = await createTestApp()
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  agentId = (await makeAgent(app.db)).id
})
afterEach(async () => {
  receiver.answerWith(200, 'ok')
  receiver.received.length = 0
  await clearWebhooks(app.db)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const make = async (url = receiver.url, owner: string | null = agentId) =>
  makeWebhook(app.db, await encryptionOf(app), owner, { url })

/** Queues test events. The job of the app is not woken, so only the test sends them. */
async function queue(webhookId: string, count = 1): Promise<void> {
  await sql`insert into webhook_deliveries (webhook_id, type, subject_id)
    select ${webhookId}, 'webhook.test', ${webhookId} from generate_series(1, ${count}::integer)`.execute(
    app.db,
  )
}

const readWebhook = (id: string) =>
  app.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readDeliveries = (webhookId: string) =>
  app.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'state', 'attempts', 'claimed_until'])
    .select(sql<number>`extract(epoch from due_at - clock_timestamp())::float`.as('dueIn'))
    .where('webhook_id', '=', webhookId)
    .execute()
const readAttempts = () => app.db.selectFrom('webhook_attempts').selectAll().orderBy('id').execute()
const send = (deps?: Partial<SendDeps>) => sendDueWebhooks(app, deps)

describe('a delivery that fails', () => {
  it('is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h with jitter, with one webhook-id, and then given up', async () => {
    receiver.answerWith(503, 'try later')
    const { id, secret } = await make()
    await queue(id)
    for (const pause of retrySeconds) {
      await send()
      const [delivery] = await readDeliveries(id)
      expect(delivery?.state).toBe('waiting')
      expect(delivery?.dueIn).toBeGreaterThan(pause - 3)
      expect(delivery?.dueIn).toBeLessThanOrEqual(pause * (1 + maxJitter))
      // The next attempt does not begin before its time.
      const count = receiver.received.length
      await sql`update webhook_deliveries set due_at = clock_timestamp() + interval '4 seconds'`.execute(
        app.db,
      )
      await send()
      expect(receiver.received).toHaveLength(count)
      await makeDue(app.db)
    }
    expect(retrySeconds.map((seconds) => seconds / 60)).toEqual([
      5 / 60,
      5,
      30,
      120,
      300,
      600,
      840,
      1200,
      1440,
    ])
    await send()
    expect(await readDeliveries(id)).toMatchObject([{ state: 'failed', attempts: 10, dueIn: null }])
    expect(receiver.received).toHaveLength(10)
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1)
    for (const message of receiver.received) verify(secret, message)
    expect(
      (await readAttempts()).map(({ attempt, status, answer }) => [attempt, status, answer]),
    ).toEqual(Array.from({ length: 10 }, (_, index) => [index + 1, 503, 'try later']))
  })

  it('is repeated by the job that the failure queues', async () => {
    receiver.answerWith(500)
    const { id } = await make()
    await queue(id)
    await send()
    receiver.answerWith(200)
    await vi.waitFor(async () => expect((await readDeliveries(id))[0]?.state).toBe('delivered'), {
      timeout: 15_000,
      interval: 100,
    })
    expect(receiver.received).toHaveLength(2)
    expect(await readWebhook(id)).toMatchObject({ failing_since: null, is_slow: false })
  })

  it.each([301, 302, 307, 308])('is not redirected by status %i', async (status) => {
    const { id } = await make()
    receiver.answerWith(status, '', { location: `${receiver.url}/elsewhere` })
    await queue(id)
    await send()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    expect(await readAttempts()).toMatchObject([{ status, error: null }])
    expect(await readDeliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('waits for an answer only until the time limit', async () => {
    receiver.answerWith('never')
    const { id } = await make()
    await queue(id)
    await send({ timeoutMs: 100 })
    expect(await readAttempts()).toMatchObject([{ status: null, error: 'timeout', answer: null }])
    expect(await readDeliveries(id)).toMatchObject([{ state: 'waiting', claimed_until: null }])
  })
})

describe('a webhook', () => {
  it('ends with status 410, keeps what waits, and its owner is mailed', async () => {
    receiver.answerWith(410)
    const { id } = await make()
    await queue(id)
    const mails = await send()
    expect(await readWebhook(id)).toMatchObject({ state: 'ended', paused_by: null })
    expect(mails).toMatchObject([{ subject: 'A webhook is ended' }])
    await makeDue(app.db)
    await send()
    expect(receiver.received).toHaveLength(1)
    await sql`select queue_webhooks(${agentId}, 'wallet.low', gen_random_uuid())`.execute(app.db)
    expect(await readDeliveries(id)).toHaveLength(1)
  })

  it('is paused after five days without success, once, and its owner is mailed', async () => {
    receiver.answerWith(500)
    const admins = [await makeAdmin(app.db), await makeAdmin(app.db)]
    const clerk = await makeAdmin(app.db, { rights: ['support'] })
    const { id } = await make(receiver.url, null)
    await queue(id)
    expect(await send()).toEqual([])
    const failFor = (span: string) =>
      sql`update webhooks set failing_since = clock_timestamp() - ${span}::interval`.execute(app.db)
    await failFor('4 days 23 hours')
    await makeDue(app.db)
    expect(await send()).toEqual([])
    expect((await readWebhook(id)).state).toBe('active')
    await failFor('5 days 1 minute')
    await makeDue(app.db)
    const mails = await send()
    expect(await readWebhook(id)).toMatchObject({ state: 'paused', paused_by: 'failing' })
    const addresses = mails.map(({ to }) => to.email)
    expect(addresses).toEqual(expect.arrayContaining(admins.map(({ email }) => email)))
    expect(addresses).not.toContain(clerk.email)
    // The path of an address may be a secret.
    expect(JSON.stringify(mails)).not.toContain(receiver.url)
    await makeDue(app.db)
    expect(await send()).toEqual([])
    expect(receiver.received).toHaveLength(3)
    // Its events are kept.
    await sql`select queue_webhooks(null, 'lead.sold', gen_random_uuid())`.execute(app.db)
    expect(await readDeliveries(id)).toHaveLength(2)
  })

  it('is paused at 50,000 waiting deliveries, keeps these and no further ones, and its owner is mailed', async () => {
    const { id } = await make()
    const { id: other } = await make()
    await queue(id, 49_999)
    await queue(other, 3)
    const queuePaused = async () => {
      const mails: string[] = []
      await pauseFullWebhooks({
        database: app.database,
        publicUrl: app.config.publicUrl,
        queueMail: async (_, { subject }) => void mails.push(subject),
      })
      return mails
    }
    expect(await queuePaused()).toEqual([])
    await queue(id)
    expect(await queuePaused()).toEqual(['A webhook is paused'])
    expect(await queuePaused()).toEqual([])
    expect(await readWebhook(id)).toMatchObject({ state: 'paused', paused_by: 'full' })
    expect(await readWebhook(other)).toMatchObject({ state: 'active' })
    await sql`select queue_webhooks(${agentId}, 'wallet.low', gen_random_uuid())`.execute(app.db)
    expect(await readDeliveries(id)).toHaveLength(50_000)
    expect(await readDeliveries(other)).toHaveLength(4)
  }, 30_000)

  it('of a suspended agent gets nothing', async () => {
    // The job that an earlier test has woken may still send to the common receiver.
    const own = await startWebhookReceiver()
    const { id } = await make(own.url)
    await sql`update users set status = 'suspended' where id = ${agentId}`.execute(app.db)
    await queue(id)
    await send()
    expect(own.received).toEqual([])
    expect(await readDeliveries(id)).toMatchObject([{ state: 'waiting' }])
    await own.close()
  })
})

describe('a dead receiver', () => {
  it('does not delay a healthy one, and has one message at a time', async () => {
    const dead = await startWebhookReceiver()
    dead.answerWith('never')
    const { id: deadId } = await make(dead.url)
    const { id: healthyId } = await make()
    await queue(deadId, 40)
    await queue(healthyId, 40)
    const sending = send({ timeoutMs: 1500 })
    const startedAt = Date.now()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(40), {
      timeout: 10_000,
      interval: 10,
    })
    const deadAttempts = dead.received.length
    // No message of the healthy receiver waited for the time limit of the dead one more than once.
    expect(deadAttempts).toBeLessThanOrEqual(5 + Math.ceil((Date.now() - startedAt) / 1500))
    await sql`update webhook_deliveries set due_at = clock_timestamp() + interval '1 hour'
      where webhook_id = ${deadId} and state = 'waiting' and claimed_until is null`.execute(app.db)
    await sending
    expect(await readWebhook(deadId)).toMatchObject({ is_slow: true })
    await makeDue(app.db)
    const before = dead.received.length
    const again = send({ timeoutMs: 400 })
    await vi.waitFor(() => expect(dead.received.length).toBe(before + 1), { interval: 5 })
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from webhook_deliveries where claimed_until >= clock_timestamp()`.execute(
      app.db,
    )
    expect(rows[0]?.n).toBe(1)
    await sql`update webhooks set state = 'paused', paused_by = 'owner'`.execute(app.db)
    await again
    await dead.close()
  }, 30_000)
})

describe('several processes', () => {
  it('send each delivery once', async () => {
    const { id } = await make()
    await queue(id, 200)
    await Promise.all(Array.from({ length: 6 }, () => send()))
    expect(receiver.received).toHaveLength(200)
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(200)
    expect((await readDeliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('send again what a killed process had claimed, after its claim has ended', async () => {
    const { id } = await make()
    await queue(id)
    await sql`update webhook_deliveries set claimed_until = clock_timestamp() + interval '60 seconds'`.execute(
      app.db,
    )
    await send()
    expect(receiver.received).toEqual([])
    await sql`update webhook_deliveries set claimed_until = clock_timestamp() - interval '1 second'`.execute(
      app.db,
    )
    await send()
    expect(await readDeliveries(id)).toMatchObject([{ state: 'delivered' }])
  })
})

it('claims nothing after its process has begun to stop', async () => {
  const { id } = await make()
  await queue(id)
  const info = vi.fn()
  const deps = await sendDepsOf(app)
  let run: (job: Job<object>) => Promise<void> = async () => {}
  const handle: JobQueue['handle'] = (_, handler) => {
    run = handler as typeof run
  }
  handleWebhooks({ handle }, { ...deps, log: { ...deps.log, info } })
  const signal = AbortSignal.abort()
  await run({ id, data: {}, sentAt: new Date(), isLastTry: false, signal })
  // Jobs of the app may send it, but not this process.
  expect(info).not.toHaveBeenCalled()
})

describe('an address that is not on the public internet', () => {
  /** Any name resolves to these addresses. A request would reach the receiver of this file. */
  const resolving = (...answers: string[][]): { network: WebhookNetwork; count: () => number } => {
    let resolutions = 0
    const resolve = async (): Promise<LookupAddress[]> =>
      (answers[Math.min(resolutions++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }))
    return {
      network: { trial: true, internet: { ...publicInternet, resolve } },
      count: () => resolutions,
    }
  }

  it.each([
    ['https://127.0.0.1:1/x', false],
    ['http://127.0.0.1:1/x', false],
    ['http://localhost:1/x', false],
    ['https://10.0.0.1/x', true],
    ['https://169.254.169.254/x', true],
    ['https://[::ffff:127.0.0.1]/x', true],
    ['http://example.com/x', true],
  ])('%s is not called (in a trial: %s)', async (url, trial) => {
    const { id } = await make(url)
    await queue(id)
    await send({
      webhookNetwork: { ...resolving(['8.8.8.8']).network, trial },
    })
    expect(await readAttempts()).toMatchObject([{ status: null, error: 'refused-address' }])
  })

  it.each([['127.0.0.1'], ['192.168.0.7'], ['::1'], ['8.8.8.8', '10.0.0.1']])(
    'is not called through a name that resolves to %s, in a trial too',
    async (...addresses) => {
      const { id } = await make('https://hooks.example/x')
      await queue(id)
      await send({ webhookNetwork: resolving(addresses).network })
      expect(await readAttempts()).toMatchObject([{ status: null, error: 'refused-address' }])
    },
  )

  it('is not called when a second resolution would return it', async () => {
    const { port } = new URL(receiver.url)
    const { network, count } = resolving(['127.0.0.2'], ['127.0.0.1'])
    // Nothing listens at the first address; the receiver of this file listens at the second one.
    const internet: PushNetwork = {
      ...publicInternet,
      resolve: network.internet?.resolve ?? publicInternet.resolve,
      isAllowed: (address) => address === '127.0.0.2',
      // Without TLS, so that the receiver would record a message.
      request: ((url: URL, ...rest: [RequestOptions]) =>
        request(new URL(url.href.replace('https:', 'http:')), ...rest)) as typeof request,
    }
    const { id } = await make(`https://hooks.example:${port}/x`)
    await queue(id)
    await send({ webhookNetwork: { trial: false, internet } })
    expect(count()).toBe(1)
    expect(await readAttempts()).toMatchObject([{ status: null, error: 'unreachable' }])
    expect(receiver.received).toEqual([])
  })

  it('is called by the name localhost in a trial', async () => {
    const { port } = new URL(receiver.url)
    const { id } = await make(`http://localhost:${port}/x`)
    await queue(id)
    await send()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/x'])
  })
})

it('keeps the log for 30 days', async () => {
  const { id } = await make()
  await queue(id, 2)
  await send()
  const age = `${webhookLogDays} days 1 minute`
  await sql`update webhook_deliveries set occurred_at = now() - ${age}::interval
    where id = (select min(id::text)::uuid from webhook_deliveries)`.execute(app.db)
  await sql`update webhook_attempts set at = now() - ${age}::interval
    where id = (select min(id) from webhook_attempts)`.execute(app.db)
  await removeExpired(app.database, expiredDeliveries)
  expect([(await readDeliveries(id)).length, (await readAttempts()).length]).toEqual([1, 1])
})
