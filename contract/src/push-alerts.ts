import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './fields.ts'

/** Browsers of one agent that show alerts at the same time. */
export const maxPushDevices = 10
/** Longest address of a push service. Those of browsers have 150 to 500 characters. */
export const maxEndpointLength = 1000
/** The address at which the site serves the service worker of alerts, and the part of the site that it belongs to. */
export const pushWorkerPath = '/push-worker.js'
export const pushWorkerScope = '/dashboard'

/**
 * The push services of the browsers: Chrome and those built on it, Firefox, Edge on Windows, Safari. Their subdomains
 * are accepted too. Requests go to no other names, because an agent's browser chooses the address.
 */
export const pushServiceNames = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
] as const

/** Whether an address is one of a push service: https at the usual port, without a login. */
export function isServiceAddress(url: URL): boolean {
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    pushServiceNames.some((name) => `.${url.hostname}`.endsWith(`.${name}`))
  )
}

function isServiceEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && isServiceAddress(url)
}

/** The content of the browser's `PushSubscription`. Base64url, as its `toJSON` writes it. */
export const pushSubscriptionForm = z.strictObject({
  endpoint: z
    .string({ error: 'The browser gave no address for alerts.' })
    .max(maxEndpointLength, { error: 'This is not the address of a push service.' })
    .refine(isServiceEndpoint, { error: 'This is not the address of a push service.' }),
  /** The public key of the browser: an uncompressed point of P-256, 65 bytes. */
  p256dh: z
    .string({ error: 'The browser gave no key for alerts.' })
    .regex(/^[A-Za-z0-9_-]{87}=?$/, { error: 'This is not the key of a browser.' }),
  /** The secret that the browser shares with the sender: 16 bytes. */
  auth: z
    .string({ error: 'The browser gave no secret for alerts.' })
    .regex(/^[A-Za-z0-9_-]{22}={0,2}$/, { error: 'This is not the secret of a browser.' }),
})
export type PushSubscriptionFields = z.output<typeof pushSubscriptionForm>

/** A browser that shows the alerts of its agent. */
const pushDevice = z.object({
  _id: id,
  userAgent: z.string().nullable(),
  addedAt: instant,
  /** When the browser's push service last accepted an alert. */
  lastSentAt: instant.nullable(),
  /** Whether it is the browser of this request. */
  isCurrent: z.boolean(),
})
export type PushDevice = z.output<typeof pushDevice>

const pushAlerts = z.object({
  /** The key of the product for `pushManager.subscribe`; null: alerts on devices are not set up. */
  publicKey: z.string().nullable(),
  /** The caller's session. A browser that logged in again has another one, and must be added again. */
  sessionId: id,
  devices: z.array(pushDevice).max(maxPushDevices),
  /**
   * Whether the agent removed the browser of this session, here or from another device. It is then not added again
   * automatically.
   */
  isRemoved: z.boolean(),
})
export type PushAlerts = z.output<typeof pushAlerts>

export const getPushAlerts = endpoint('GET', '/api/pushAlerts', {
  name: 'getPushAlerts',
  summary: 'Get the key for alerts on devices, and the caller’s browsers that show them',
  access: 'agent',
  lowestRole: 'buyer',
  answer: pushAlerts,
})

export const addPushDevice = endpoint('POST', '/api/pushAlerts/devices', {
  name: 'addPushDevice',
  summary: 'Show alerts in the caller’s browser. It replaces what this session added before',
  access: 'agent',
  lowestRole: 'buyer',
  body: pushSubscriptionForm,
  answer: pushAlerts,
  status: 201,
  message: 'Alerts are on.',
  errors: ['PUSH_NOT_SET_UP', 'PUSH_DEVICE_LIMIT', 'TOO_MANY_REQUESTS'],
})

export const removePushDevice = endpoint('DELETE', '/api/pushAlerts/devices/{id}', {
  name: 'removePushDevice',
  summary: 'Show no more alerts in one of the caller’s browsers',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  message: 'Alerts are off.',
  errors: ['PUSH_DEVICE_NOT_FOUND'],
})

export const sendTestAlert = endpoint('POST', '/api/pushAlerts/devices/{id}/test', {
  name: 'sendTestAlert',
  summary: 'Send a test alert to one of the caller’s browsers, also in the quiet hours',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  message: 'Test alert sent. It should appear within a minute.',
  errors: ['PUSH_NOT_SET_UP', 'PUSH_DEVICE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
