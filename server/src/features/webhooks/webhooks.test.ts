import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDeliveries,
  resendWebhookDelivery,
  rotateWebhook,
  testWebhook,
  updateWebhook,
} from '@raahi/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  encryptionOf,
  makeWebhook,
  startWebhookReceiver,
  verify,
  type WebhookReceiver,
} from '../../testing/webhooks.ts'
import { createEncryption } from '../two-factor/public/encryption.ts'
import { decryptSecret, reencryptWebhookSecrets } from './webhook-secrets.ts'

let app: TestApp
let receiver: WebhookReceiver
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  agent = await makeAgent(app.db)
  receiver.answerWith(200, 'ok')
  receiver.received.length = 0
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const form = (fields = {}) => ({
  url: receiver.url,
  events: ['lead.purchased'],
  password: factoryPassword,
  ...fields,
})
const add = async (user = agent) => (await app.as(user).call(createWebhook, { body: form() })).data

/** A job starts within a second, later under load. */
const waitUntil = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 10_000, interval: 20 })

async function waitForMessages(count: number) {
  await waitUntil(() => expect(receiver.received.length).toBe(count))
  return receiver.received
}

describe('adding a webhook', () => {
  it('shows a secret once, with which a test event is signed', async () => {
    const { _id: id, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const list = await app.as(agent).call(listWebhooks)
    expect(list.text).not.toContain(secret)
    expect(list.data).toMatchObject([
      { _id: id, url: receiver.url, state: 'active', events: ['lead.purchased'], waiting: 0 },
    ])
    const { rows } = await sql`select sealed from webhooks where id = ${id}`.execute(app.db)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))

    const tested = await app.as(agent).call(testWebhook, { params: { id } })
    const [message] = await waitForMessages(1)
    expect(message?.body).toMatchObject({ type: 'webhook.test', data: {} })
    expect(message?.id).toBe(`msg_${tested.data._id}`)
    expect(verify(secret, message as never)).toEqual(message?.body)
  })

  it('needs the password', async () => {
    const answer = await app.as(agent).call(createWebhook, { body: form({ password: 'wrong' }) })
    expect([answer.status, answer.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG'])
    expect(answer.fieldErrors).toHaveProperty('password')
  })

  it.each([
    ['ftp://example.com/x'],
    ['http://example.com/x'],
    ['https://user:secret@example.com/x'],
    ['https://10.0.0.1/x'],
    ['https://169.254.169.254/latest'],
    ['https://[::1]/x'],
    ['http://127.0.0.2/x'],
    ['example.com'],
  ])('refuses the address %s', async (url) => {
    const answer = await app.as(agent).call(createWebhook, { body: form({ url }) })
    expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, ['url']])
  })

  it('refuses addresses of this machine outside a trial', async () => {
    const live = await app.another({ trial: false })
    for (const url of [receiver.url, 'https://localhost/x', 'http://localhost:1/x']) {
      const answer = await live.as(agent).call(createWebhook, { body: form({ url }) })
      expect([answer.status, answer.fieldErrors?.url]).toEqual([400, expect.any(String)])
    }
    await live.close()
  })

  it('gives agents the events of agents, and admins those of admins', async () => {
    const admin = await makeAdmin(app.db)
    const foreign = [
      await app.as(agent).call(createWebhook, { body: form({ events: ['lead.sold'] }) }),
      await app.as(admin).call(createWebhook, { body: form() }),
      await app.as(agent).call(createWebhook, { body: form({ events: ['lead.lost'] }) }),
      await app.as(agent).call(createWebhook, { body: form({ events: [] }) }),
    ]
    expect(foreign.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('stops at ten, also concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.as(agent).call(createWebhook, { body: form() })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'WEBHOOK_LIMIT')).toHaveLength(2)
  })

  it('is refused without a key that encrypts the secret', async () => {
    const keyless = await app.another({ twoFactor: { required: false, keys: [], keyFile: false } })
    const answer = await keyless.as(agent).call(createWebhook, { body: form() })
    expect([answer.status, answer.code]).toEqual([409, 'WEBHOOKS_NOT_SET_UP'])
    await keyless.close()
  })
})

describe('a webhook of another owner', () => {
  it('is not found by any call, and admins share theirs', async () => {
    const { _id: id } = await add()
    const [other, admin, colleague] = [
      await makeAgent(app.db),
      await makeAdmin(app.db),
      await makeAdmin(app.db),
    ]
    for (const user of [other, admin]) {
      const as = app.as(user)
      const answers = [
        await as.call(updateWebhook, { params: { id }, body: { isPaused: true } }),
        await as.call(rotateWebhook, { params: { id } }),
        await as.call(testWebhook, { params: { id } }),
        await as.call(listWebhookDeliveries, { params: { id } }),
        await as.call(resendWebhookDelivery, { params: { id, deliveryId: id } }),
        await as.call(resendWebhookDeliveries, {
          params: { id },
          body: { since: new Date().toISOString() },
        }),
        await as.call(deleteWebhook, { params: { id } }),
      ]
      expect(answers.map(({ code }) => code)).toEqual(Array(7).fill('WEBHOOK_NOT_FOUND'))
      expect((await as.call(listWebhooks)).data.map(({ _id }) => _id)).not.toContain(id)
    }
    const shared = await app
      .as(admin)
      .call(createWebhook, { body: form({ events: ['lead.sold'] }) })
    const seen = (await app.as(colleague).call(listWebhooks)).data
    expect(seen.map(({ _id }) => _id)).toContain(shared.data._id)
    await app.as(colleague).call(deleteWebhook, { params: { id: shared.data._id } })
  })
})

describe('changing a webhook', () => {
  it('needs the password for another address only', async () => {
    const { _id: id } = await add()
    const change = (body: object) => app.as(agent).call(updateWebhook, { params: { id }, body })
    const renamed = await change({ description: 'CRM', events: ['wallet.low', 'plan.ending'] })
    expect(renamed.data).toMatchObject({
      description: 'CRM',
      events: ['wallet.low', 'plan.ending'],
      url: receiver.url,
    })
    const url = 'https://example.com/hook'
    expect((await change({ url })).fieldErrors).toHaveProperty('password')
    expect((await change({ url, password: 'wrong' })).code).toBe('CURRENT_PASSWORD_WRONG')
    expect((await change({ url, password: factoryPassword })).data.url).toBe(url)
    expect((await change({ url: 'https://10.0.0.1/x', password: factoryPassword })).status).toBe(
      400,
    )
    expect((await change({})).status).toBe(200)
  })

  it('keeps the events of a pause and sends them afterwards', async () => {
    const { _id: id } = await add()
    const change = (body: object) => app.as(agent).call(updateWebhook, { params: { id }, body })
    expect((await change({ isPaused: true })).data).toMatchObject({
      state: 'paused',
      pausedBy: 'owner',
    })
    expect((await app.as(agent).call(testWebhook, { params: { id } })).code).toBe(
      'WEBHOOK_NOT_ACTIVE',
    )
    await sql`select queue_webhooks(${agent.id}, 'lead.purchased', gen_random_uuid())`.execute(
      app.db,
    )
    expect((await app.as(agent).call(listWebhooks)).data[0]?.waiting).toBe(1)
    expect((await change({ isPaused: false })).data).toMatchObject({
      state: 'active',
      pausedBy: null,
    })
    // Its purchase does not exist, so the delivery ends without a message.
    await waitUntil(async () => {
      const { docs } = (await app.as(agent).call(listWebhookDeliveries, { params: { id } })).data
      expect(docs[0]?.state).toBe('dropped')
    })
    expect(receiver.received).toEqual([])
  })

  it('signs with both secrets for a day after a rotation', async () => {
    const { _id: id, secret: first } = await add()
    const rotated = (await app.as(agent).call(rotateWebhook, { params: { id } })).data
    expect(rotated.secret).not.toBe(first)
    await app.as(agent).call(testWebhook, { params: { id } })
    const [both] = await waitForMessages(1)
    expect(both?.signature.split(' ')).toHaveLength(2)
    for (const secret of [first, rotated.secret]) verify(secret, both as never)

    await sql`update webhooks set previous_until = now() - interval '1 second' where id = ${id}`.execute(
      app.db,
    )
    await app.as(agent).call(testWebhook, { params: { id } })
    const [, one] = await waitForMessages(2)
    expect(one?.signature.split(' ')).toHaveLength(1)
    verify(rotated.secret, one as never)
    expect(() => verify(first, one as never)).toThrow('No matching signature found')
  })

  it('deletes the log with it', async () => {
    const { _id: id } = await add()
    const { data } = await app.as(agent).call(testWebhook, { params: { id } })
    const countRows = async () => {
      const { rows } = await sql<{ n: number }>`select
        (select count(*) from webhook_deliveries where webhook_id = ${id})
        + (select count(*) from webhook_attempts where delivery_id = ${data._id}) as n`.execute(
        app.db,
      )
      return Number(rows[0]?.n)
    }
    await waitUntil(async () => expect(await countRows()).toBe(2))
    await app.as(agent).call(deleteWebhook, { params: { id } })
    expect(await countRows()).toBe(0)
    expect((await app.as(agent).call(listWebhooks)).data).toEqual([])
  })
})

it('a secret is readable after its key was replaced by a new one', async () => {
  const old = await encryptionOf(app)
  const { id, secret } = await makeWebhook(app.db, old, agent.id, { url: receiver.url })
  const file = await readFile(join(app.config.dataDir, 'two-factor.key'), 'utf8')
  const [next, former] = [randomBytes(32), Buffer.from(file, 'base64')]
  const both = createEncryption([next, former])
  expect(await reencryptWebhookSecrets(app.database, createEncryption([next]))).toMatchObject({
    reencrypted: 0,
  })
  expect((await reencryptWebhookSecrets(app.database, both)).unreadable).toBe(0)
  const row = await app.db
    .selectFrom('webhooks')
    .select(['key_id as keyId', 'sealed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(decryptSecret(createEncryption([next]), id, row)).toBe(secret)
  expect(decryptSecret(old, id, row)).toBeUndefined()
  await reencryptWebhookSecrets(app.database, createEncryption([former, next]))
})

describe('sending again', () => {
  it('repeats a delivery, or all since an instant, with the same webhook-id and a log of each attempt', async () => {
    const { _id: id } = await add()
    receiver.answerWith(201, 'x'.repeat(5000))
    await app.as(agent).call(testWebhook, { params: { id } })
    await waitForMessages(1)
    const readLog = async () =>
      (await app.as(agent).call(listWebhookDeliveries, { params: { id } })).data.docs
    await waitUntil(async () => expect((await readLog())[0]?.state).toBe('delivered'))
    const [delivery] = await readLog()
    expect(delivery?.attempts).toMatchObject([
      { attempt: 1, status: 201, error: null, ms: expect.any(Number), answer: 'x'.repeat(2048) },
    ])
    const deliveryId = delivery?._id ?? ''
    const again = await app.as(agent).call(resendWebhookDelivery, { params: { id, deliveryId } })
    expect(again.status).toBe(200)
    await waitForMessages(2)
    await waitUntil(async () => expect((await readLog())[0]?.attempts).toHaveLength(2))

    const since = delivery?.occurredAt ?? ''
    const all = await app
      .as(agent)
      .call(resendWebhookDeliveries, { params: { id }, body: { since } })
    expect(all.data.queued).toBe(1)
    const messages = await waitForMessages(3)
    expect(new Set(messages.map((message) => message.id)).size).toBe(1)
    const later = { since: new Date(Date.now() + 60_000).toISOString() }
    const none = await app.as(agent).call(resendWebhookDeliveries, { params: { id }, body: later })
    expect(none.data.queued).toBe(0)
  })

  it('does not reach a delivery of another webhook', async () => {
    const encryption = await encryptionOf(app)
    const [mine, other] = [
      await add(),
      await makeWebhook(app.db, encryption, agent.id, { url: receiver.url }),
    ]
    const tested = await app.as(agent).call(testWebhook, { params: { id: other.id } })
    const params = { id: mine._id, deliveryId: tested.data._id }
    const answer = await app.as(agent).call(resendWebhookDelivery, { params })
    expect(answer.code).toBe('WEBHOOK_DELIVERY_NOT_FOUND')
  })
})
