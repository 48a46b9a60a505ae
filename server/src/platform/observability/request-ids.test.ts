import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createEnquiry } from '@raahi/contract/enquiries'
import { forgotPassword } from '@raahi/contract/password-reset'
import { createOrderWallet } from '@raahi/contract/payments'
import { rechargeWallet } from '@raahi/contract/wallets'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/index.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { untilJobsDone, waitForMails } from '../../testing/mails.ts'
import { type RecordingServer, startRecordingServer } from '../../testing/recording-server.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { trustedNeighbours } from './request-ids.ts'

let own: TestApp
let app: FastifyInstance
let gateway: RecordingServer
let agent: MadeUser
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  gateway = await startRecordingServer(() => ({
    id: `order_${randomUUID()}`,
    amount: 5000,
    currency: 'INR',
  }))
  own = await createTestApp()
  await own.app.close() // Otherwise it would run some of the jobs and write their log lines elsewhere.
  const { gateway: account } = own.config
  if (account.mode === 'off') throw new Error('a trial takes test payments')
  app = await buildApp({
    config: {
      ...own.config,
      logLevel: 'info',
      trustProxy: ['127.0.0.1', '10.9.0.0/16'],
      gateway: { ...account, baseUrl: gateway.address },
    },
    database: own.database,
    logStream: { write: (line) => lines.push(JSON.parse(line)) },
  })
  agent = await makeAgent(own.db)
})
afterAll(async () => {
  await app.close()
  await own.close()
  await gateway.close()
})

const wished = () => `proxy-${randomUUID()}`

/** Returns the id that the product gives to a request whose sender sent the given id. */
async function idOf(given: string, remoteAddress: string): Promise<unknown> {
  const { headers } = await app.inject({
    url: '/healthz',
    headers: { 'x-request-id': given },
    remoteAddress,
  })
  return headers['x-request-id']
}

describe('a request id', () => {
  it('is taken only from a trusted proxy', async () => {
    for (const proxy of ['127.0.0.1', '10.9.200.7', '::ffff:10.9.0.1']) {
      const id = wished()
      expect(await idOf(id, proxy), proxy).toBe(id)
    }
    for (const stranger of ['10.8.0.1', '::1', '192.0.2.1']) {
      const id = wished()
      expect(await idOf(id, stranger), stranger).not.toBe(id)
    }
  })

  it('is new if the proxy’s id is invalid', async () => {
    const long = 'a'.repeat(65)
    const wrong = [
      'short',
      long,
      '{"level":60,"msg":"x"}',
      'with a space in it',
      'me@example.com-me',
      `-${'b'.repeat(20)}`,
    ]
    for (const given of wrong) {
      expect(await idOf(given, '127.0.0.1')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('is taken from every proxy that the settings trust', () => {
    const trust = (setting: string) =>
      trustedNeighbours(readConfig({ TRUST_PROXY: setting }).trustProxy)
    expect(trust('off')('127.0.0.1')).toBe(false)
    expect(trust('1')('192.0.2.1')).toBe(true)
    expect(trust('0')('192.0.2.1')).toBe(false)
    expect(trust('fd00::/8')('fd12::1')).toBe(true)
    expect(trust('fd00::/8')('fe80::1')).toBe(false)
    expect(trust('10.0.0.1')(undefined)).toBe(false)
  })
})

describe('the id of a request is stored or logged with', () => {
  it('its jobs, and the log of their mails', async () => {
    const id = wished()
    const email = `asha-${randomUUID()}@example.com`
    const send = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: { 'x-request-id': id } })
    await send(forgotPassword.path, { email: agent.email })
    await send(createEnquiry.path, { name: 'Asha Rao', phone: '9876543210', email, consent: true })
    await waitForMails(own.config, agent.email)
    await waitForMails(own.config, email)
    await untilJobsDone(own.database)
    const messages = lines.filter(({ reqId }) => reqId === id).map(({ msg }) => msg)
    expect(messages.sort()).toEqual(['mail sent', 'mail sent', 'request', 'request'])
    const { rows } = await own.database.pool.query<{ name: string }>(
      `select name from pgboss.job where data -> '$origin' ->> 'requestId' = $1 order by created_on`,
      [id],
    )
    expect(rows).toEqual([{ name: 'password-reset' }, { name: 'mail' }])
  })

  it('its gateway calls', async () => {
    const id = wished()
    const answer = await app.inject({
      method: 'POST',
      url: createOrderWallet.path,
      payload: { amount: 50 },
      headers: { authorization: `Bearer ${agent.token}`, 'x-request-id': id },
    })
    expect(answer.statusCode).toBe(200)
    expect(gateway.received.map(({ url, headers }) => [url, headers['x-request-id']])).toEqual([
      ['/v1/orders', id],
    ])
  })

  it('its audit entries', async () => {
    const id = wished()
    const admin = await makeAdmin(own.db)
    await app.inject({
      method: 'POST',
      url: rechargeWallet.path,
      payload: { userId: agent.id, amount: 10 },
      headers: { authorization: `Bearer ${admin.token}`, 'x-request-id': id },
    })
    const actions = await own.db
      .selectFrom('audit_log')
      .select('action')
      .where('request_id', '=', id)
      .execute()
    expect(actions).toEqual([{ action: 'wallet.recharge' }])
  })

  it('its own work only, even if requests with slow bodies run concurrently', async () => {
    const agents = await Promise.all(Array.from({ length: 8 }, () => makeAgent(own.db)))
    const requests = agents.map(({ id: userId, token }) => ({ id: wished(), token, userId }))
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    gateway.received.length = 0
    await Promise.all(
      requests.map(({ id, token }) =>
        sendSlowly(address + createOrderWallet.path, '{"amount": 50}', {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-request-id': id,
        }),
      ),
    )
    expect(gateway.received).toHaveLength(requests.length)
    const placed = await own.db.selectFrom('orders').select(['id', 'user_id']).execute()
    for (const { headers, body } of gateway.received) {
      const order = placed.find(({ id }) => id === JSON.parse(body).receipt)
      const sender = requests.find(({ id }) => id === headers['x-request-id'])
      expect(sender?.userId).toBe(order?.user_id)
    }
  })
})

/** Sends a body byte by byte. */
async function sendSlowly(url: string, body: string, headers: Record<string, string>) {
  const sending = request(url, { method: 'POST', headers })
  for (const byte of body) {
    sending.write(byte)
    await new Promise((resolve) => setImmediate(resolve))
  }
  sending.end()
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  expect(answer.statusCode).toBe(200)
}
