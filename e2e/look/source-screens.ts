import { quoteFormSourceId } from '../../contract/src/source-labels.ts'
import { admin } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const sourceId = '01900000-0000-7000-8000-000000000041'
const at = '2026-11-29T10:00:00.000Z'
const arrival = { at, code: null, fields: [], reference: null }

/** A source with every kind of arrival. */
const googleSource = {
  _id: sourceId,
  kind: 'google-ads',
  name: 'Goa in winter',
  state: 'paused',
  dailyLimit: 100,
  leadType: 'domestic',
  tripType: null,
  publishAtOnce: true,
  metaPageId: null as string | null,
  metaFormId: null as string | null,
  domains: [] as string[],
  createdAt: at,
  lastArrivalAt: at,
  isSilent: false,
  figures: {
    received: 1240,
    duplicates: 124,
    rejected: 12,
    published: 900,
    sold: 300,
    returned: 12,
    revenue: 15000,
    net: 14400,
    medianMinutesToSale: 1500,
    cost: 5000,
    netPerRupee: 2.88,
  },
  consents: [{ version: 2, text: 'I agree that Raahi passes this on to one agent.', since: at }],
  meta: null,
  questions: [
    { question: 'Where do you want to travel to?', field: 'destination' },
    { question: 'Which hotel do you like?', field: null },
  ],
  arrivals: [
    { ...arrival, _id: 'a', outcome: 'refused', code: 'VALIDATION_FAILED', fields: ['phone'] },
    { ...arrival, _id: 'b', outcome: 'received', reference: 'RQ-000101' },
    { ...arrival, _id: 'c', outcome: 'published', reference: 'RQ-000100' },
    { ...arrival, _id: 'd', outcome: 'duplicate', reference: 'RQ-000099' },
    { ...arrival, _id: 'e', outcome: 'suspected', reference: 'RQ-000098' },
    { ...arrival, _id: 'f', outcome: 'test' },
  ],
  costs: [{ day: '2026-11-28', amount: 1250.5 }],
}

/** A source without any arrival. */
const newSource = {
  ...googleSource,
  state: 'active',
  lastArrivalAt: null,
  figures: {
    ...{ received: 0, duplicates: 0, rejected: 0, published: 0, sold: 0, returned: 0 },
    ...{ revenue: 0, net: 0, medianMinutesToSale: null, cost: 0, netPerRupee: null },
  },
  questions: [],
  arrivals: [],
  costs: [],
}

const metaSource = {
  ...googleSource,
  kind: 'meta-ads',
  name: 'Honeymoons on Facebook',
  state: 'active',
  metaPageId: '104857600000001',
  metaFormId: '9007199254740993',
  meta: { mode: 'live', waiting: 2, failed: 3 },
  arrivals: [
    { ...arrival, _id: 'g', outcome: 'refused', code: 'META_LEAD_GONE' },
    ...googleSource.arrivals,
  ],
}

const newMetaSource = (mode: string) => ({
  ...newSource,
  name: 'New campaign',
  kind: 'meta-ads',
  meta: { mode, waiting: 0, failed: 0 },
})

const embedSource = {
  ...newSource,
  kind: 'embed',
  name: 'Himalaya Diaries',
  domains: ['www.himalayadiaries.example', 'himalayadiaries.example'],
}

const unassigned = [
  { pageId: '104857600000002', formId: '9007199254740995', leads: 4, latestAt: at },
]

/** The page of a source, with these answers in place of the server's. */
function sourceScreen(
  name: string,
  source: { name: string } & Record<string, unknown>,
  shown: string,
  pages: object[] = [],
): Screen {
  return {
    name,
    path: `/dashboard/sources/${sourceId}`,
    account: admin,
    heading: source.name,
    fakeAnswers: async (page) => {
      await fakeAnswer(page, `**/api/sources/${sourceId}*`, source)
      await fakeAnswer(page, '**/api/sources/unassigned-meta-leads', pages)
      await page.route('**/embed/quote*', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Form</title><h1>The form</h1></html>',
        }),
      )
    },
    shows: (page) => page.getByText(shown).first(),
  }
}

/** Where enquiries come from. */
export const sourceScreens: readonly Screen[] = [
  {
    name: 'sources',
    path: '/dashboard/sources',
    account: admin,
    heading: 'Sources',
    shows: (page) => page.getByRole('link', { name: 'Quote form' }),
  },
  {
    name: 'new source without a name',
    path: '/dashboard/sources',
    account: admin,
    heading: 'Sources',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Source' }).click()
      const form = page.getByRole('dialog', { name: 'Add Source' })
      await form.getByLabel('Kind').selectOption('Google Ads')
      await form.getByRole('button', { name: 'Add Source' }).click()
      await form.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'source of Google Ads',
    path: `/dashboard/sources/${sourceId}`,
    account: admin,
    heading: 'Goa in winter',
    fakeAnswers: (page) => fakeAnswer(page, `**/api/sources/${sourceId}*`, googleSource),
    shows: (page) => page.getByText('Wrong fields: Phone number'),
  },
  sourceScreen(
    'source of Meta with leads that were not fetched',
    metaSource,
    '3 leads could not be fetched or were refused.',
    unassigned,
  ),
  sourceScreen(
    'new source of Meta without settings of the server',
    newMetaSource('off'),
    'No lead of Meta can arrive',
  ),
  sourceScreen('new source of Meta in a trial', newMetaSource('sandbox'), 'Send a test lead'),
  sourceScreen('embedded form', embedSource, 'These websites can show the form'),
  sourceScreen(
    'paused embedded form without websites',
    { ...embedSource, domains: [], state: 'paused' },
    'no website shows its form',
  ),
  {
    name: 'source that failed to load',
    path: `/dashboard/sources/${sourceId}`,
    account: admin,
    heading: 'Source',
    status: 403,
    fakeAnswers: async (page) => {
      await page.route(`**/api/sources/${sourceId}*`, (route) =>
        route.fulfill({ status: 403, json: { success: false, code: 'X', message: 'Not now.' } }),
      )
    },
    shows: (page) => page.getByText('The source could not be loaded. Not now.'),
  },
  {
    name: 'built-in source',
    path: `/dashboard/sources/${quoteFormSourceId}`,
    account: admin,
    heading: 'Quote form',
    shows: (page) => page.getByText('No cost entered.'),
  },
  {
    name: 'sources that failed to load',
    path: '/dashboard/sources?from=2026-01-01',
    account: admin,
    heading: 'Sources',
    status: 404,
    fakeAnswers: async (page) => {
      await page.route('**/api/sources?*', (route) =>
        route.fulfill({ status: 404, json: { success: false, code: 'X', message: 'Not now.' } }),
      )
    },
    shows: (page) => page.getByText('The sources could not be loaded. Not now.'),
  },
]
