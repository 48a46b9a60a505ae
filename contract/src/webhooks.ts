import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  filterText,
  id,
  idParams,
  instant,
  optionalText,
  pagedDocs,
  pageLimit,
  pageNumber,
} from './fields.ts'
import type { Role } from './users.ts'
import {
  adminEvents,
  agentEvents,
  isWebhookUrl,
  maxWebhookUrlLength,
  type WebhookEvent,
  webhookUrlText,
} from './webhook-events.ts'

/** Webhooks of one agent, and of all admins together. */
export const maxWebhooks = 10
/** Deliveries of one webhook that may wait. At this number it is paused, and further events are not kept. */
export const maxWaitingDeliveries = 50_000
/** A waiting count above this is shown as 'more than'. */
export const maxCountedDeliveries = 1000
/** Days for which deliveries and their attempts are kept. */
export const webhookLogDays = 30

export const webhookStates = ['active', 'paused', 'ended'] as const
export type WebhookState = (typeof webhookStates)[number]

/**
 * Why a webhook is paused: by its owner, after five days without success, because its member was suspended or is a
 * caller now, or because too many deliveries wait. Only the last one keeps no further events.
 */
export const webhookPauses = ['owner', 'failing', 'member', 'full'] as const
export type WebhookPause = (typeof webhookPauses)[number]

/** Waiting, accepted with 2xx, given up after the last attempt, or not sent because its traveller withdrew. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why an attempt got no answer.
 * - refused-address: the address is not on the public internet
 * - unreachable: no connection, or it broke
 * - timeout: no answer within 15 seconds
 * - no-key: no key of the product decrypts the secret, so the message could not be signed
 */
export const attemptErrors = ['refused-address', 'unreachable', 'timeout', 'no-key'] as const
export type AttemptError = (typeof attemptErrors)[number]

const url = z
  .string({ error: webhookUrlText })
  .trim()
  .max(maxWebhookUrlLength, { error: `Use at most ${maxWebhookUrlLength} characters.` })
  .refine(isWebhookUrl, { error: webhookUrlText })
const event = z.enum([...agentEvents, ...adminEvents], { error: 'This is not an event.' })
const events = z
  .array(event)
  .min(1, { error: 'Choose at least one event.' })
  .max(agentEvents.length + adminEvents.length)
const password = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.')

export const webhookForm = z.strictObject({
  url,
  events,
  description: optionalText(100),
  password,
})
/** Fields that are left out stay as they are. Another address needs the password. */
export const webhookChanges = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  description: filterText(100).nullish(),
  isPaused: z.boolean({ error: 'Choose true or false.' }).optional(),
  password: password.optional(),
})

const webhook = z.object({
  _id: id,
  url: z.string(),
  events: z.array(event),
  description: z.string().nullable(),
  state: z.enum(webhookStates),
  /** Null unless paused. */
  pausedBy: z.enum(webhookPauses).nullable(),
  /** When it got this state. */
  stateSince: instant,
  /** The first failure since the last success. */
  failingSince: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  /** Until when messages have a second signature, of the secret before the last rotation. */
  previousSecretUntil: instant.nullable(),
  /** Deliveries that wait, at most `maxCountedDeliveries` and one. */
  waiting: z.int(),
  createdAt: instant,
})
export type Webhook = z.output<typeof webhook>

const attempt = z.object({
  /** From 1. A delivery that is sent again begins at 1. */
  attempt: z.int(),
  at: instant,
  /** Of the answer; null: there was none. */
  status: z.int().nullable(),
  error: z.enum(attemptErrors).nullable(),
  ms: z.int(),
  /** The first 2 kB of the answer; null: none, or erased with the data of a traveller. */
  answer: z.string().nullable(),
})
const delivery = z.object({
  _id: id,
  /** The `webhook-id` of its messages, the same in every attempt. */
  webhookId: z.string(),
  type: z.string(),
  occurredAt: instant,
  state: z.enum(deliveryStates),
  /** When the next attempt is due; null unless waiting. */
  nextAttemptAt: instant.nullable(),
  attempts: z.array(attempt),
})
export type WebhookDelivery = z.output<typeof delivery>

const withSecret = z.object({ _id: id, secret: z.string() })

/** The events that a role can choose. */
export const eventsOfRole = (role: Role): readonly WebhookEvent[] =>
  role === 'admin' ? adminEvents : agentEvents

export const createWebhook = endpoint('POST', '/api/webhooks', {
  name: 'createWebhook',
  summary: 'Send events to an address: an agent’s own, or an admin’s. The secret is shown once',
  access: 'signed-in',
  right: 'settings',
  body: webhookForm,
  answer: withSecret,
  status: 201,
  message: 'Webhook added.',
  errors: [
    'WEBHOOKS_NOT_SET_UP',
    'WEBHOOK_LIMIT',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
    'SERVICE_UNAVAILABLE',
  ],
})

export const listWebhooks = endpoint('GET', '/api/webhooks', {
  name: 'listWebhooks',
  summary: 'List the caller’s webhooks, oldest first. Admins share theirs',
  access: 'signed-in',
  right: 'settings',
  list: true,
  answer: z.array(webhook).max(maxWebhooks),
})

export const updateWebhook = endpoint('PUT', '/api/webhooks/{id}', {
  name: 'updateWebhook',
  summary: 'Change, pause or resume a webhook. Another address needs the password',
  access: 'signed-in',
  right: 'settings',
  params: idParams,
  body: webhookChanges,
  answer: webhook,
  message: 'Webhook changed.',
  errors: [
    'WEBHOOK_NOT_FOUND',
    'CURRENT_PASSWORD_WRONG',
    'TOO_MANY_REQUESTS',
    'SERVICE_UNAVAILABLE',
  ],
})

export const deleteWebhook = endpoint('DELETE', '/api/webhooks/{id}', {
  name: 'deleteWebhook',
  summary: 'Delete a webhook with its deliveries. What waits is not sent',
  access: 'signed-in',
  right: 'settings',
  params: idParams,
  message: 'Webhook deleted.',
  errors: ['WEBHOOK_NOT_FOUND'],
})

export const testWebhook = endpoint('POST', '/api/webhooks/{id}/test', {
  name: 'testWebhook',
  summary: 'Send a `webhook.test` event to an active webhook',
  access: 'signed-in',
  right: 'settings',
  params: idParams,
  answer: z.object({ _id: id }),
  message: 'Test event queued.',
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_NOT_ACTIVE', 'TOO_MANY_REQUESTS'],
})

export const rotateWebhook = endpoint('POST', '/api/webhooks/{id}/rotate', {
  name: 'rotateWebhook',
  summary: 'Make a new secret. For 24 hours messages are signed with both',
  access: 'signed-in',
  right: 'settings',
  params: idParams,
  answer: withSecret,
  message: 'New secret made.',
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOKS_NOT_SET_UP', 'TOO_MANY_REQUESTS'],
})

export const listWebhookDeliveries = endpoint('GET', '/api/webhooks/{id}/deliveries', {
  name: 'listWebhookDeliveries',
  summary: 'List the deliveries of the last 30 days with their attempts, newest first',
  access: 'signed-in',
  right: 'settings',
  list: true,
  params: idParams,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(20) }),
  answer: pagedDocs(delivery),
  errors: ['WEBHOOK_NOT_FOUND'],
})

export const resendWebhookDelivery = endpoint(
  'POST',
  '/api/webhooks/{id}/deliveries/{deliveryId}/resend',
  {
    name: 'resendWebhookDelivery',
    summary: 'Send a delivery again, with the same webhook-id',
    access: 'signed-in',
    right: 'settings',
    params: z.strictObject({ id, deliveryId: id }),
    message: 'Queued again.',
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
)

export const resendWebhookDeliveries = endpoint('POST', '/api/webhooks/{id}/resend', {
  name: 'resendWebhookDeliveries',
  summary: 'Send all deliveries of events since an instant again, with the same webhook-ids',
  access: 'signed-in',
  right: 'settings',
  params: idParams,
  body: z.strictObject({
    since: z.iso.datetime({ offset: true, error: 'Choose a date and a time.' }),
  }),
  /** `queued`: deliveries that were not waiting already. */
  answer: z.object({ queued: z.int() }),
  message: 'Queued again.',
  errors: ['WEBHOOK_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
