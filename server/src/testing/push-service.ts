/// <reference path="./http-ece.d.ts" />
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addPushDevice } from '@raahi/contract/push-alerts'
import ece from 'http_ece'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import { hashToken } from '../platform/http/caller.ts'
import { type PushNetwork, publicInternet } from '../platform/push/push-network.ts'
import type { TestApp } from './test-app.ts'

/** A network that allows push services of tests, which run on this machine without a certificate. */
export const loopbackNetwork: PushNetwork = {
  ...publicInternet,
  isService: () => true,
  request,
  isAllowed: () => true,
}

/** A message that a push service received. */
export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  received: ReceivedPush[]
  /** Creates a browser that is subscribed to this service. */
  subscribe(): TestBrowser
  /** Sets the status and the headers of the following responses. */
  answerWith(status: number, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** The part of a browser that receives messages. */
export interface TestBrowser {
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** The messages to this browser, decrypted. */
  messages(): { title: string; body: string; path: string; tag: string }[]
}

/** @param onPush called before each answer */
export async function startPushService(
  onPush: (push: ReceivedPush) => Promise<void> | void = () => {},
): Promise<PushService> {
  const received: ReceivedPush[] = []
  let answer: [number, Record<string, string>] = [201, {}]
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const push = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    }
    received.push(push)
    await onPush(push)
    response.writeHead(...answer).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    subscribe: () => makeBrowser(address, received),
    answerWith(status, headers = {}) {
      answer = [status, headers]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function makeBrowser(address: string, received: readonly ReceivedPush[]): TestBrowser {
  const { p256dh, auth, decrypt } = makeBrowserKeys()
  const path = `/push/${randomUUID()}`
  return {
    subscription: { endpoint: address + path, p256dh, auth },
    messages: () =>
      received
        .filter((push) => push.path === path)
        .map(({ body }) => JSON.parse(decrypt(body).toString())),
  }
}

/** The keys of a browser, and a function that decrypts its messages. */
export function makeBrowserKeys() {
  const privateKey = createECDH('prime256v1')
  const p256dh = privateKey.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    p256dh,
    auth,
    decrypt: (body: Buffer): Buffer =>
      ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth }),
  }
}

/** The subscription that a browser sends. The name of its push service does not exist. */
export function makeSubscription(): TestBrowser['subscription'] {
  const { p256dh, auth } = makeBrowserKeys()
  return { endpoint: `https://test.push.services.mozilla.com/push/${randomUUID()}`, p256dh, auth }
}

/** Adds such a browser to an agent's session, through the API. @returns the id of the device */
export async function addBrowser(app: TestApp, agent: { token: string }): Promise<string> {
  const { data } = await app.as(agent).call(addPushDevice, { body: makeSubscription() })
  const device = data.devices.find(({ isCurrent }) => isCurrent)
  if (!device) throw new Error('the browser was not added')
  return device._id
}

/** Inserts a browser of an agent's session, also one that the API would reject. @returns the id of the device */
export async function makePushDevice(
  db: Kysely<Schema>,
  user: { id: string; token: string },
  subscription: TestBrowser['subscription'],
  acceptedKey: string,
): Promise<string> {
  const { session_id } = await db
    .selectFrom('session_tokens')
    .select('session_id')
    .where('token_hash', '=', hashToken(user.token))
    .executeTakeFirstOrThrow()
  const id = uuidv7()
  await db
    .insertInto('push_devices')
    .values({ id, session_id, user_id: user.id, accepted_key: acceptedKey, ...subscription })
    .execute()
  return id
}
