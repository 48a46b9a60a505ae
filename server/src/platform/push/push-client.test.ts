import type { LookupAddress } from 'node:dns'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  loopbackNetwork,
  makeBrowserKeys,
  type PushService,
  startPushService,
} from '../../testing/push-service.ts'
import { createPushClient, makePushKeys, type PushMessage } from './push-client.ts'
import { type PushNetwork, publicInternet } from './push-network.ts'

const contact = 'mailto:office@raahi.example'
const keys = makePushKeys()
const message = (endpoint: string): PushMessage => {
  const { p256dh, auth } = makeBrowserKeys()
  return { endpoint, p256dh, auth, payload: '{"title":"Goa"}', topic: 'a-topic', ttlSeconds: 60 }
}

let service: PushService
let answerAfter = Promise.resolve()
beforeAll(async () => {
  service = await startPushService(() => answerAfter)
})
afterEach(() => {
  answerAfter = Promise.resolve()
  service.answerWith(201)
  service.received.length = 0
})
afterAll(() => service.close())

const client = createPushClient({ network: loopbackNetwork, contact })
const send = (to = service.subscribe().subscription.endpoint) => client.send(keys, message(to))

it('sends a message that only its browser can decrypt, signed for its push service', async () => {
  const browser = service.subscribe()
  const sent = { ...message(''), ...browser.subscription }
  expect(await client.send(keys, sent)).toEqual({ kind: 'accepted' })
  expect(browser.messages()).toEqual([{ title: 'Goa' }])
  const { headers, body } = service.received[0] ?? {}
  expect(headers).toMatchObject({ ttl: '60', topic: 'a-topic', 'content-encoding': 'aes128gcm' })
  expect(body?.toString('latin1')).not.toContain('Goa')
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers?.authorization ?? '') ?? []
  expect(key).toBe(keys.publicKey)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({
    aud: new URL(browser.subscription.endpoint).origin,
    sub: contact,
  })
})

it('refuses a message that cannot be encrypted, instead of failing without an outcome', async () => {
  const endpoint = service.subscribe().subscription.endpoint
  const padded = { ...keys, publicKey: `${keys.publicKey}=` }
  expect((await client.send(padded, message(endpoint))).kind).toBe('refused')
  expect((await client.send(keys, { ...message(endpoint), auth: 'short' })).kind).toBe('refused')
  expect(service.received).toEqual([])
})

describe('the response of a push service', () => {
  it.each([
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [403, {}, { kind: 'refused', reason: expect.stringContaining('403') }],
    [413, {}, { kind: 'refused', reason: expect.stringContaining('413') }],
    [429, { 'retry-after': '90' }, { kind: 'unavailable', retryAfterSeconds: 90 }],
    [503, {}, { kind: 'unavailable', retryAfterSeconds: undefined }],
    [503, { 'retry-after': 'soon' }, { kind: 'unavailable', retryAfterSeconds: undefined }],
  ])('%i with %j determines the outcome', async (status, headers, outcome) => {
    service.answerWith(status, headers)
    expect(await send()).toMatchObject(outcome)
  })

  it('may state the time of the next attempt as a date', async () => {
    service.answerWith(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const outcome = await send()
    expect(outcome.kind === 'unavailable' && outcome.retryAfterSeconds).toBeGreaterThan(50)
  })

  it('is not waited for longer than the time limit', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answerAfter = promise
    const impatient = createPushClient({ network: loopbackNetwork, contact, timeoutMs: 50 })
    const outcome = await impatient.send(keys, message(service.subscribe().subscription.endpoint))
    resolve()
    expect(outcome.kind).toBe('unavailable')
  })

  it.each([301, 302, 307, 308])('redirects nowhere with status %i', async (status) => {
    const target = service.subscribe().subscription.endpoint
    service.answerWith(status, { location: target })
    expect(await send()).toEqual({ kind: 'refused', reason: expect.stringContaining(`${status}`) })
    expect(service.received).toHaveLength(1)
  })
})

describe('an address that does not belong to a push service', () => {
  it.each([
    'https://localhost/push',
    'https://push.example/push',
    'https://fcm.googleapis.com.example/push',
    'https://notfcm.googleapis.com/push',
    'https://8.8.8.8/push',
    'http://fcm.googleapis.com/push',
    'https://fcm.googleapis.com:8443/push',
    'https://user:secret@fcm.googleapis.com/push',
  ])('%s is neither called nor resolved', async (endpoint) => {
    const resolve = vi.fn(publicInternet.resolve)
    const strict = createPushClient({ network: { ...publicInternet, resolve }, contact })
    expect(await strict.send(keys, message(endpoint))).toEqual({ kind: 'blocked' })
    expect(resolve).not.toHaveBeenCalled()
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])('excludes %s', async (endpoint) => {
    const resolve = vi.fn(() => Promise.reject(new Error('not resolved in this test')))
    const strict = createPushClient({ network: { ...publicInternet, resolve }, contact })
    expect((await strict.send(keys, message(endpoint))).kind).toBe('unavailable')
    expect(resolve).toHaveBeenCalledOnce()
  })
})

describe('an address that is not on the public internet', () => {
  /** The network of production, but with any host name, so that only the check of the resolved address applies. */
  const anyName: PushNetwork = { ...publicInternet, isService: () => true }
  /** Resolves every name to these addresses. The push service of this file would record a connection. */
  const resolving = (...addresses: string[]): PushNetwork => ({
    ...anyName,
    resolve: async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })
  const sendOver = (network: PushNetwork, endpoint: string) =>
    createPushClient({ network, contact, timeoutMs: 2000 }).send(keys, message(endpoint))

  it.each([
    'https://127.0.0.1/push',
    'https://2130706433/push',
    'https://0x7f.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/push',
    'https://[::1]/push',
    'https://[::ffff:127.0.0.1]/push',
    'https://[fd00:ec2::254]/push',
    'https://[fe80::1]/push',
  ])('%s is not called', async (endpoint) => {
    expect(await sendOver(anyName, endpoint)).toEqual({ kind: 'blocked' })
  })

  it.each([
    ['127.0.0.1'],
    ['192.168.0.7'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['fe80::1'],
    ['8.8.8.8', '127.0.0.1'],
  ])('is not called through a name that resolves to %s', async (...addresses) => {
    expect(await sendOver(resolving(...addresses), 'https://push.example/x')).toEqual({
      kind: 'blocked',
    })
  })

  it('is not called when a second resolution would return it', async () => {
    let resolutions = 0
    const answers: LookupAddress[][] = [
      [{ address: '127.0.0.2', family: 4 }],
      [{ address: '127.0.0.1', family: 4 }],
    ]
    const { port } = new URL(service.subscribe().subscription.endpoint)
    const network: PushNetwork = {
      ...loopbackNetwork,
      isAllowed: (address) => address === '127.0.0.2',
      resolve: async () => answers[resolutions++] ?? [],
    }
    // Nothing listens at the first address; the service of this file listens at the second one.
    expect((await sendOver(network, `http://push.example:${port}/x`)).kind).toBe('unavailable')
    expect(resolutions).toBe(1)
    expect(service.received).toEqual([])
  })
})
