import { pageOf } from '../../contract/src/fields.ts'
import { adminEvents, agentEvents } from '../../contract/src/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '../../contract/src/webhooks.ts'
import { admin, demoAgent } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const webhook = (number: number, changed: Partial<Webhook>): Webhook => ({
  _id: `01a1ff16-4ebd-7160-8d67-3716c296ad0${number}`,
  url: 'https://crm.example.com/hooks/raahi',
  events: ['lead.purchased', 'lead.withdrawn'],
  description: null,
  state: 'active',
  pausedBy: null,
  stateSince: '2026-11-20T10:00:00.000Z',
  failingSince: null,
  lastSuccessAt: '2026-11-22T03:12:00.000Z',
  previousSecretUntil: null,
  waiting: 0,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...changed,
})

const webhooks = [
  webhook(1, { description: 'Our CRM', previousSecretUntil: '2026-11-23T03:12:00.000Z' }),
  webhook(2, {
    url: 'https://script.google.com/macros/s/AKfycbxLooksOnlyLooksOnlyLooksOnlyLooksOnlyLooksOnlyLooksOnly/exec',
    events: [...agentEvents],
    failingSince: '2026-11-22T05:00:00.000Z',
    waiting: 1001,
  }),
  webhook(3, {
    description: 'Warehouse of Venkatanarasimharajuvaripeta Travels',
    state: 'paused',
    pausedBy: 'failing',
    waiting: 3,
    lastSuccessAt: null,
  }),
  webhook(4, { state: 'ended', description: 'Former server' }),
]

const delivery = (number: number, changed: Partial<WebhookDelivery>): WebhookDelivery => ({
  _id: `01a1ff16-4ebd-7160-8d67-3716c296ae0${number}`,
  webhookId: `msg_01a1ff16-4ebd-7160-8d67-3716c296ae0${number}`,
  type: 'lead.purchased',
  occurredAt: '2026-11-22T05:00:00.000Z',
  state: 'delivered',
  nextAttemptAt: null,
  attempts: [
    { attempt: 1, at: '2026-11-22T05:00:01.000Z', status: 200, error: null, ms: 184, answer: 'ok' },
  ],
  ...changed,
})

const deliveries = [
  delivery(1, {
    state: 'waiting',
    nextAttemptAt: '2099-11-22T07:30:00.000Z',
    attempts: [
      {
        attempt: 1,
        at: '2026-11-22T05:00:01.000Z',
        status: 503,
        error: null,
        ms: 1204,
        answer: `<html><body>${'Service unavailable '.repeat(30)}</body></html>`,
      },
      {
        attempt: 2,
        at: '2026-11-22T05:00:07.000Z',
        status: null,
        error: 'timeout',
        ms: 15_000,
        answer: null,
      },
    ],
  }),
  delivery(2, {}),
  delivery(3, { type: 'quote.answered', state: 'dropped', attempts: [] }),
  delivery(4, { type: 'webhook.test', state: 'failed' }),
]

const path = '/dashboard/webhooks'
const heading = 'Webhooks'

/** The webhooks of agents and admins. Faked, because a trial has none. */
export const webhookScreens: readonly Screen[] = [
  {
    name: 'webhooks',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/webhooks', webhooks),
    shows: (page) => page.getByText('Former server'),
  },
  {
    name: 'webhooks of admins',
    path,
    account: admin,
    heading,
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/webhooks', [webhook(1, { events: [...adminEvents] })]),
    shows: (page) => page.getByText('user.registered'),
  },
  {
    name: 'webhooks none',
    path,
    account: admin,
    heading,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/webhooks', []),
    shows: (page) => page.getByText('No webhook yet.'),
  },
  {
    name: 'webhooks failed',
    path,
    account: demoAgent,
    heading,
    status: 400,
    fakeAnswers: async (page) => {
      await page.route('**/api/webhooks', (route) =>
        route.fulfill({ status: 400, json: { success: false, code: 'MALFORMED_REQUEST' } }),
      )
    },
    shows: (page) => page.getByText('The webhooks could not be loaded.'),
  },
  {
    name: 'add webhook dialog with errors',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/webhooks', []),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add webhook' }).click()
      const form = page.getByRole('dialog', { name: 'Add webhook' })
      await form.getByRole('button', { name: 'Add webhook' }).click()
      await form.getByText('Choose at least one event.').waitFor()
    },
  },
  {
    name: 'webhook secret dialog',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: async (page) => {
      await fakeAnswer(page, '**/api/webhooks', webhooks.slice(0, 1))
      await fakeAnswer(page, '**/api/webhooks/*/rotate', {
        _id: webhooks[0]?._id,
        secret: `whsec_${'Looks0nly'.repeat(5)}=`,
      })
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions for Our CRM' }).click()
      await page.getByRole('menuitem', { name: 'New secret' }).click()
      await page.getByRole('button', { name: 'Make new secret' }).click()
      await page.getByText(/^whsec_/).waitFor()
    },
  },
  {
    name: 'webhook deliveries dialog',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: async (page) => {
      await fakeAnswer(page, '**/api/webhooks', webhooks.slice(0, 1))
      await fakeAnswer(page, '**/api/webhooks/*/deliveries*', pageOf(deliveries, 45, 1, 20))
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Deliveries of Our CRM' }).click()
      await page.getByText('2 attempts: No answer within 15 seconds').click()
    },
  },
  {
    name: 'webhook deliveries none',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: async (page) => {
      await fakeAnswer(page, '**/api/webhooks', webhooks.slice(0, 1))
      await fakeAnswer(page, '**/api/webhooks/*/deliveries*', pageOf([], 0, 1, 20))
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Deliveries of Our CRM' }).click()
      await page.getByText('Nothing was sent in the last 30 days.').waitFor()
    },
  },
]
