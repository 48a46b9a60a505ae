import type { Page } from '@playwright/test'
import { quoteStates } from '@raahi/contract/quote-rules'
import { demoAgent } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const stages = ['new', 'contacted', 'quoted', 'won', 'lost'] as const
type Stage = (typeof stages)[number]

const names = ['Ananya Iyer', 'Harpreet Singh Gill', 'Lakshmi Venkataraman', 'Rohan Deshmukh']
const places = ['Goa', 'Andaman Islands', 'Bali', null]
const followUps = [null, '2026-11-20', '2026-11-23', '2099-01-12']

const idOf = (number: number) => `01a20812-2d8a-73bd-8489-${String(number).padStart(12, '0')}`

function card(number: number, stage: Stage) {
  const on = followUps[number % followUps.length]
  return {
    leadId: idOf(number),
    leadNumber: `LD-${String(number).padStart(6, '0')}`,
    name: names[number % names.length],
    phone: '+919812300001',
    email: null,
    contactStopped: number % 7 === 6,
    isErased: false,
    destination: places[number % places.length],
    city: 'Pune',
    travelDate: '2027-01-14',
    travelMonth: null,
    travelDays: 6,
    travelNights: 5,
    adult: 2,
    children: 1,
    infant: 0,
    tripType: 'Family',
    leadType: 'domestic',
    cost: 90,
    paidWith: number % 3 === 0 ? 'plan' : 'wallet',
    boughtAt: '2026-11-10T10:00:00.000Z',
    replacementStatus: number % 5 === 4 ? 'pending' : 'no-replacement',
    column: stage,
    stage,
    stageSince: '2026-11-18T10:00:00.000Z',
    followUp: on && stage !== 'lost' ? { on, time: number % 2 === 0 ? '16:30' : null } : null,
    wonAmount: stage === 'won' ? 124_000 : null,
    lostReason: stage === 'lost' ? 'too-expensive' : null,
    lostText: null,
    lastContact:
      number % 2 === 0
        ? null
        : { channel: 'call', at: '2026-11-22T10:00:00.000Z', outcome: 'call-later' },
    notes: 1,
    quote: stage === 'quoted' ? (quoteStates[number % quoteStates.length] ?? null) : null,
    version: 1,
  }
}

/** A board with this many leads, of which the first ones of each stage are shown. */
async function fakeBoard(page: Page, leads: number): Promise<void> {
  const columns = stages.map((stage, index) => {
    const total = Math.ceil((leads - index) / stages.length)
    const shown = Math.max(0, Math.min(total, 8))
    const cards = Array.from({ length: shown }, (_, at) => card(index * 100 + at, stage))
    return [
      stage,
      { total: Math.max(0, total), cards, next: total > shown ? `-.1.${idOf(1)}` : null },
    ]
  })
  await fakeAnswer(page, '**/api/pipeline', {
    ...Object.fromEntries(columns),
    returned: { total: 0 },
    today: '2026-11-23',
  })
}

const worth = {
  leads: 420,
  spent: 38_900,
  returnedLeads: 12,
  returned: 1_080,
  won: 31,
  wonWithAmount: 28,
  wonAmount: 21_45_500,
  costPerWon: 1_220,
}
const groups = ['Goa', 'Kerala', 'Thiruvananthapuram and the backwaters', 'Bali'].map(
  (key, index) => ({
    ...worth,
    key,
    leads: 120 - index * 30,
    won: 12 - index * 3,
    costPerWon: index === 3 ? null : 900 + index * 100,
  }),
)

const pipeline = { path: '/dashboard/pipeline', account: demoAgent, heading: 'Pipeline' }

export const pipelineScreens: readonly Screen[] = [
  {
    ...pipeline,
    name: 'pipeline board with ten thousand leads',
    fakeAnswers: (page) => fakeBoard(page, 10_000),
    shows: (page) => page.getByRole('link', { name: names[0] }).first(),
  },
  {
    ...pipeline,
    name: 'pipeline board with one lead',
    fakeAnswers: (page) => fakeBoard(page, 1),
    shows: (page) => page.getByRole('link', { name: names[0] }).first(),
  },
  {
    ...pipeline,
    name: 'empty pipeline',
    fakeAnswers: (page) => fakeBoard(page, 0),
    shows: (page) => page.getByText('Your pipeline is empty.'),
  },
  {
    ...pipeline,
    name: 'pipeline dialog of a lost trip with an error',
    fakeAnswers: (page) => fakeBoard(page, 5),
    shows: (page) => page.getByRole('link', { name: names[0] }).first(),
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Move / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Lost' }).click()
      await page.getByRole('button', { name: 'Move to Lost' }).click()
      await page.getByText('Choose a reason.').waitFor()
    },
  },
  {
    ...pipeline,
    name: 'pipeline list',
    path: '/dashboard/pipeline?view=list',
    short: '&search=a&stage=new',
    shows: (page) => page.getByRole('list', { name: 'Pipeline' }),
  },
  {
    ...pipeline,
    name: 'pipeline results',
    path: '/dashboard/pipeline?view=results',
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/pipeline/worth*', {
        leads: 420,
        total: worth,
        groups,
        leadsInSmallGroups: 18,
        leadsInFurtherGroups: 0,
      }),
    shows: (page) => page.getByRole('region', { name: 'Table: Results by destination' }),
  },
  {
    ...pipeline,
    name: 'pipeline messages and reminders',
    path: '/dashboard/pipeline?view=results',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Messages and reminders' }).click()
      await page.getByRole('dialog').getByText('Mail me at 8 AM on days with follow-ups').waitFor()
    },
  },
  {
    ...pipeline,
    name: 'pipeline lead after a call',
    leavesState: true,
    path: '/dashboard/purchased-leads',
    heading: 'My Purchased Leads',
    prepare: async (page) => {
      await fakeAnswer(page, '**/api/pipeline/contacts', {})
      await page.evaluate(() =>
        document.addEventListener('click', (event) => {
          if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) {
            event.preventDefault()
          }
        }),
      )
      await page
        .getByRole('link', { name: /^Call / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Asked to call later' }).waitFor()
    },
  },
]
