import type { RequestOptions } from 'node:http'
import webPush from 'web-push'
import { runInSpan } from '../observability/tracing.ts'
import { pushCount } from './push-metrics.ts'
import { AddressRefused, checkAddress, checkedLookup, type PushNetwork } from './push-network.ts'

/** The key pair of the product, base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** A message to one browser. */
export interface PushMessage {
  /** `endpoint` and the two keys are from the browser's `PushSubscription`. */
  endpoint: string
  p256dh: string
  auth: string
  /** At most 3,000 bytes: push services accept 4,096 encrypted. */
  payload: string
  /** A later message with the same topic replaces this one while the browser is offline. 32 characters of base64url at most. */
  topic: string
  /** How long the push service keeps the message for a browser that is offline. */
  ttlSeconds: number
}

/**
 * The outcome of an attempt to send a message.
 * - gone: the subscription no longer exists
 * - refused: the message was rejected or could not be encrypted, and a retry would fail too
 * - blocked: the address does not belong to a push service on the public internet
 * - unavailable: a retry may succeed, after `retryAfterSeconds` if the service stated it
 */
export type PushOutcome =
  | { kind: 'accepted' | 'gone' | 'blocked' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string; retryAfterSeconds: number | undefined }

export interface PushClient {
  /** Encrypts and sends a message. One attempt; the caller repeats it. */
  send(keys: PushKeys, message: PushMessage): Promise<PushOutcome>
}

/** A new key pair. */
export function makePushKeys(): PushKeys {
  return webPush.generateVAPIDKeys()
}

/** @param contact a mailto: address, which push services use to report problems */
export function createPushClient(access: {
  network: PushNetwork
  contact: string
  timeoutMs?: number
}): PushClient {
  return {
    async send(keys, message) {
      const outcome = await runInSpan({ name: 'push send', kind: 'client' }, () =>
        send({ timeoutMs: 10_000, ...access }, keys, message),
      )
      pushCount.inc({ outcome: outcome.kind })
      return outcome
    },
  }
}

async function send(
  access: { network: PushNetwork; contact: string; timeoutMs: number },
  keys: PushKeys,
  message: PushMessage,
): Promise<PushOutcome> {
  let request: ReturnType<typeof encrypt>
  try {
    request = encrypt(access.contact, keys, message)
  } catch (error) {
    return { kind: 'refused', reason: reasonOf(error) }
  }
  try {
    const { status, retryAfter } = await post(access, new URL(message.endpoint), request)
    if (status >= 200 && status < 300) return { kind: 'accepted' }
    if (status === 404 || status === 410) return { kind: 'gone' }
    const reason = `the push service answered with status ${status}`
    if (status !== 429 && status !== 408 && status < 500) return { kind: 'refused', reason }
    return { kind: 'unavailable', reason, retryAfterSeconds: readRetryAfter(retryAfter) }
  } catch (error) {
    if (error instanceof AddressRefused) return { kind: 'blocked' }
    return { kind: 'unavailable', reason: reasonOf(error), retryAfterSeconds: undefined }
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

/** @throws Error if a key or the contact is not valid */
function encrypt(
  contact: string,
  { publicKey, privateKey }: PushKeys,
  { endpoint, p256dh, auth, payload, topic, ttlSeconds }: PushMessage,
) {
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, publicKey, privateKey },
    TTL: ttlSeconds,
    topic,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  })
}

/** Sends the request. Redirects are not followed, and the response body is not read. */
function post(
  { network, timeoutMs }: { network: PushNetwork; timeoutMs: number },
  url: URL,
  { headers, body }: { headers: Record<string, unknown>; body: Buffer | null },
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    checkAddress(network, url)
    // One limit for resolving, connecting and waiting for the response.
    const signal = AbortSignal.timeout(timeoutMs)
    const options: RequestOptions = {
      method: 'POST',
      headers: headers as Record<string, string | number>,
      lookup: checkedLookup(network, signal),
      // A new connection for this request, so that its address is checked.
      agent: false,
      signal,
    }
    const sent = network.request(url, options, (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      response.on('error', () => {}) // The rest of the response is not needed.
      response.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Reads a number of seconds or an HTTP date. @returns undefined if the header is missing or cannot be read */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
