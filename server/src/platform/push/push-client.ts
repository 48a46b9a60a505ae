import type { RequestOptions } from 'node:http'
import webPush from 'web-push'
import { traced } from '../observability/tracing.ts'
import { pushes } from './push-metrics.ts'
import { AddressRefused, checkAddress, checkedLookup, type PushNetwork } from './push-network.ts'

/** The key pair of the product, base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** A message to one browser. */
export interface PushMessage {
  /** What the browser's `PushSubscription` contains. */
  endpoint: string
  p256dh: string
  auth: string
  /** At most 3,000 bytes: push services accept 4,096 encrypted. */
  payload: string
  /** A later message with the same topic replaces this one while the browser is offline. 32 characters of base64url at most. */
  topic: string
  /** How long the push service keeps it for a browser that is offline. */
  ttlSeconds: number
}

/**
 * The answer of a push service.
 * - gone: the browser does not take messages any more
 * - refused: this message was rejected, and a repetition would be too
 * - blocked: the address is not one of a push service on the public internet
 * - unavailable: a repetition may succeed, after `retryAfterSeconds` if the service named it
 */
export type PushOutcome =
  | { kind: 'accepted' | 'gone' | 'blocked' }
  | { kind: 'refused'; status: number }
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
      const outcome = await traced({ name: 'push send', kind: 'client' }, () =>
        send({ timeoutMs: 10_000, ...access }, keys, message),
      )
      pushes.inc({ outcome: outcome.kind })
      return outcome
    },
  }
}

async function send(
  access: { network: PushNetwork; contact: string; timeoutMs: number },
  { publicKey, privateKey }: PushKeys,
  { endpoint, p256dh, auth, payload, topic, ttlSeconds }: PushMessage,
): Promise<PushOutcome> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: { subject: access.contact, publicKey, privateKey },
      TTL: ttlSeconds,
      topic,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    },
  )
  try {
    const { status, retryAfter } = await post(access, new URL(endpoint), { headers, body })
    if (status >= 200 && status < 300) return { kind: 'accepted' }
    if (status === 404 || status === 410) return { kind: 'gone' }
    if (status !== 429 && status !== 408 && status < 500) return { kind: 'refused', status }
    const reason = `the push service answered with status ${status}`
    return { kind: 'unavailable', reason, retryAfterSeconds: readRetryAfter(retryAfter) }
  } catch (error) {
    if (error instanceof AddressRefused) return { kind: 'blocked' }
    const reason = error instanceof Error ? error.message : 'unknown'
    return { kind: 'unavailable', reason, retryAfterSeconds: undefined }
  }
}

/** Redirects are not followed, and nothing of the response body is read. */
function post(
  { network, timeoutMs }: { network: PushNetwork; timeoutMs: number },
  url: URL,
  { headers, body }: { headers: Record<string, unknown>; body: Buffer | null },
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    checkAddress(network, url)
    // For all of it: resolving, connecting, waiting for the response.
    const signal = AbortSignal.timeout(timeoutMs)
    const options: RequestOptions = {
      method: 'POST',
      headers: headers as Record<string, string | number>,
      lookup: checkedLookup(network, signal),
      // A connection for this request only: its address has been checked.
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

/** Seconds, or the date of HTTP. @returns undefined if the header is missing or cannot be read */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
