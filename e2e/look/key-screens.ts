import type { ApiKey } from '../../contract/src/keys.ts'
import { demoAgent } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const key = (number: number, changed: Partial<ApiKey>): ApiKey => ({
  _id: `01a1ff16-4ebd-7160-8d67-3716c296af0${number}`,
  name: 'CRM server',
  scopes: ['purchases:read'],
  source: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  endsOn: null,
  hasEnded: false,
  lastUsedAt: '2026-11-22T03:12:00.000Z',
  lastUsedFrom: '203.0.113.7',
  ...changed,
})

const keys = [
  key(1, {}),
  key(2, {
    name: 'Spreadsheet of Venkatanarasimharajuvaripeta Travels and Tours',
    endsOn: '2099-12-31',
    lastUsedAt: null,
    lastUsedFrom: null,
  }),
  key(3, {
    name: 'Former program',
    endsOn: '2026-11-21',
    hasEnded: true,
    lastUsedFrom: '2001:db8::7',
  }),
]

const screen = { path: '/dashboard/keys', account: demoAgent, heading: 'API Keys' }

/** The keys of an agent. Faked, because the demo agent has none. */
export const keyScreens: readonly Screen[] = [
  {
    ...screen,
    name: 'keys',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/keys', keys),
    shows: (page) => page.getByText('Former program'),
  },
  {
    ...screen,
    name: 'keys none',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/keys', []),
    shows: (page) => page.getByText('No key yet.'),
  },
  {
    ...screen,
    name: 'keys failed',
    status: 400,
    fakeAnswers: async (page) => {
      await page.route('**/api/keys', (route) =>
        route.fulfill({ status: 400, json: { success: false, code: 'MALFORMED_REQUEST' } }),
      )
    },
    shows: (page) => page.getByText('The keys could not be loaded.'),
  },
  {
    ...screen,
    name: 'create key dialog with errors',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/keys', []),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click()
      const form = page.getByRole('dialog', { name: 'Create a key' })
      await form.getByRole('button', { name: 'Create key' }).click()
      await form.getByText('Name is required').waitFor()
    },
  },
]
