import type { Page } from '@playwright/test'
import type { Quote, QuoteDraft, SharedQuote } from '@raahi/contract/quotes'
import { demoAgent } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const quoteId = '01a20812-2d8a-73bd-8489-000000000076'

const agency: Quote['agency'] = {
  companyName: 'Sharma & Sons Tours and Travels Private Limited',
  agentName: 'Priya Sharma',
  phone: '+919812300001',
  email: 'bookings.and.enquiries@sharma-and-sons-travels.example',
  address: '2nd floor, Shanti Complex, M.G. Road, near the old bus stand, Pune, Maharashtra 411001',
  gstin: '27AAPFU0939F1ZV',
  hasLogo: false,
}

const amounts = {
  pricePerPersonPaise: 62_375_50,
  persons: 14,
  gst: 'added' as const,
  gstPercent: 5,
  taxablePaise: 8_73_257_00,
  gstPaise: 43_662_85,
  totalPaise: 9_16_919_85,
}

const plan =
  'Breakfast at the hotel, then by car to the backwaters. Lunch on the boat.\nIn the evening a walk through the spice market.'

const texts = {
  title: 'Kerala with the whole family: Munnar, Thekkady and a houseboat at Alappuzha',
  days: Array.from({ length: 30 }, (_, at) => ({
    title: at % 3 === 0 ? 'Thiruvananthapuram to Kanyakumari and back by road' : 'Munnar',
    text: at % 4 === 3 ? '' : plan,
  })),
  inclusions: 'Six nights with breakfast\nAll transfers in a private car\nHouseboat with all meals',
  exclusions: 'Flights\nLunch and dinner\nEntry fees',
  terms: '50% in advance, the rest a week before the trip.',
}

const draft: QuoteDraft = {
  version: 1,
  revision: 7,
  savedAt: '2026-11-22T10:00:00.000Z',
  ...texts,
  ...amounts,
  validUntil: '2099-01-12',
  notInPdf: ['🌴', '🚤'],
}

const empty: QuoteDraft = {
  ...draft,
  notInPdf: [],
  title: '',
  days: [],
  inclusions: '',
  exclusions: '',
  terms: '',
  pricePerPersonPaise: 0,
  persons: 0,
  gst: 'none',
  gstPercent: 0,
  taxablePaise: 0,
  gstPaise: 0,
  totalPaise: 0,
  validUntil: null,
}

const quote: Quote = {
  _id: quoteId,
  purchaseId: '01a20812-2d8a-73bd-8489-000000000077',
  lead: {
    _id: '00000000-0000-4000-8000-000000000123',
    leadId: 'LD-000123',
    name: 'Lakshmi Venkataraman',
    phone: '+919812300002',
    destination: 'Kerala',
    hasEmail: true,
  },
  draft,
  versions: [],
  answers: [],
  agency,
  stopped: null,
}

const version = {
  title: texts.title,
  totalPaise: amounts.totalPaise,
  validUntil: '2099-01-12',
  mailedAt: null,
  by: 'Meera Nair',
  byId: '01a20812-2d8a-73bd-8489-000000000079',
}
const sent: Quote = {
  ...quote,
  draft: null,
  versions: [
    {
      ...version,
      version: 2,
      status: 'sent',
      sentAt: '2026-11-22T10:00:00.000Z',
      endedAt: null,
      views: 12,
      lastViewedAt: '2026-11-23T08:00:00.000Z',
    },
    {
      ...version,
      version: 1,
      status: 'replaced',
      sentAt: '2026-11-20T10:00:00.000Z',
      endedAt: '2026-11-22T10:00:00.000Z',
      views: 0,
      lastViewedAt: null,
    },
  ],
  answers: [
    {
      _id: '01a20812-2d8a-73bd-8489-000000000078',
      version: 2,
      kind: 'question',
      text: 'Can we stay one night more on the houseboat, and what would it cost for all of us?\nMy parents need a room on the ground floor.',
      at: '2026-11-23T08:10:00.000Z',
    },
    {
      _id: '01a20812-2d8a-73bd-8489-000000000079',
      version: 2,
      kind: 'like',
      text: null,
      at: '2026-11-23T08:00:00.000Z',
    },
  ],
}

const templates = [
  ['Goa, 6 days, 3 stars', 'Goa', 6],
  ['Kerala with a houseboat, for families who want to rest', 'Kerala', 8],
  ['City break', '', 1],
].map(([name, destination, days], at) => ({
  _id: `01a20812-2d8a-73bd-8489-00000000008${at}`,
  name,
  destination,
  days,
  updatedAt: '2026-11-20T10:00:00.000Z',
}))

async function fakeQuote(page: Page, shown: Quote): Promise<void> {
  await fakeAnswer(page, `**/api/quotes/${quoteId}`, shown)
  await fakeAnswer(page, `**/api/quotes/${quoteId}/last`, { quote: null })
  await fakeAnswer(page, '**/api/quoteTemplates', templates)
}

const editor = {
  path: `/dashboard/quotes/${quoteId}`,
  account: demoAgent,
  heading: 'Quote',
  fakeAnswers: (page: Page) => fakeQuote(page, quote),
  shows: (page: Page) => page.getByLabel('Trip title'),
}

/** The quote in the drawer of the first bought lead. */
const drawer = (shown: Quote | null, text: string) => ({
  path: '/dashboard/purchased-leads',
  short: '?search=a&leadType=international',
  account: demoAgent,
  heading: 'My Purchased Leads',
  shows: (page: Page) =>
    page.getByRole('list', { name: 'Purchased leads' }).getByRole('listitem').first(),
  fakeAnswers: (page: Page) => fakeAnswer(page, '**/api/purchases/*/quote', { quote: shown }),
  prepare: async (page: Page) => {
    await page
      .getByRole('list', { name: 'Purchased leads' })
      .getByRole('heading')
      .first()
      .getByRole('link')
      .click()
    const section = page.getByRole('dialog').getByRole('region', { name: 'Quote' })
    await section.getByText(text).scrollIntoViewIfNeeded()
  },
})

const { version: _, revision, savedAt, validUntil, ...shownContent } = draft
const shared: SharedQuote = {
  version: 2,
  sentAt: '2026-11-22T10:00:00.000Z',
  validUntil: '2099-01-12',
  agency,
  quote: { ...shownContent, days: texts.days.slice(0, 6) },
  isLiked: false,
}
const link = `/quote#${'s'.repeat(43)}`

export const quoteScreens: readonly Screen[] = [
  { ...editor, name: 'quote editor with thirty days' },
  {
    ...editor,
    name: 'empty quote editor',
    fakeAnswers: (page) => fakeQuote(page, { ...quote, draft: empty }),
  },
  {
    ...editor,
    name: 'quote editor with a conflict',
    status: 409,
    fakeAnswers: async (page) => {
      await fakeQuote(page, { ...quote, draft: { ...draft, days: texts.days.slice(0, 2) } })
      const refusal = { success: false, message: 'Changed.', code: 'QUOTE_CHANGED' }
      await page.route(`**/api/quotes/${quoteId}/draft`, (route) =>
        route.fulfill({ status: 409, json: refusal }),
      )
    },
    prepare: async (page) => {
      await page.getByLabel('Trip title').fill('Kerala')
      await page.getByRole('alert').getByText('This quote was changed elsewhere').waitFor()
    },
  },
  {
    ...editor,
    name: 'quote templates',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Templates' }).click()
      await page.getByRole('dialog').getByText('City break').waitFor()
    },
  },
  {
    ...editor,
    name: 'sent quote with answers',
    fakeAnswers: (page) => fakeQuote(page, sent),
    shows: (page) => page.getByText('Likes it'),
  },
  { ...drawer(sent, 'Version 2 sent'), name: 'quote of a purchase' },
  { ...drawer(null, 'Make a quote as PDF'), name: 'purchase without a quote' },
  {
    name: 'quote link',
    path: link,
    heading: texts.title,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/sharedQuote', shared),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Ask a question' }).click()
      await page.getByLabel('Your question').waitFor()
    },
  },
  {
    name: 'quote link that is unknown',
    path: '/quote#unknown',
    heading: 'This link does not open a quote',
  },
  {
    name: 'quote link that is no longer valid',
    path: link,
    heading: 'This quote is no longer valid',
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/sharedQuote', { ...shared, validUntil: '2026-11-20', quote: null }),
  },
]
