import type { Page } from '@playwright/test'
import type { PublishedReturns, ReturnFigures } from '../../contract/src/return-figures.ts'
import type { ComputedOdds, LeadGroup } from '../../contract/src/return-odds.ts'
import { admin } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

/** Figures in place of those of the demo data, which has few purchases and changes with other tests. */
const figures: ReturnFigures = {
  purchases: 1240,
  returned: 52,
  waiting: 3,
  byReason: [
    { reason: 'wrong-number', requests: 21, approved: 18 },
    { reason: 'unreachable', requests: 34, approved: 20 },
    { reason: 'duplicate', requests: 9, approved: 8 },
    { reason: 'not-travelling', requests: 7, approved: 4 },
    { reason: 'wrong-details', requests: 3, approved: 1 },
    { reason: 'other', requests: 4, approved: 1 },
  ],
  byDecision: [
    { decidedHow: 'person', approved: 47, rejected: 23 },
    { decidedHow: 'deadline', approved: 5, rejected: 0 },
    { decidedHow: 'check', approved: 11, rejected: 0 },
    { decidedHow: 'traveller', approved: 3, rejected: 0 },
  ],
  minutesToDecide: { median: 312, p95: 2610 },
}

const publish = (shown: ReturnFigures | null) => (page: Page) => {
  const terms = {
    reportDays: 14,
    decideHours: 48,
    approvesLate: true,
    sameContactApproves: true,
    soldBeforeApproves: true,
    withdrawnApproves: true,
    travellerApproves: true,
    maxReturnPercent: 20,
    maxAutomatic: 5,
    ratePurchases: 10,
  }
  const policy = { ...terms, version: 1, startsAt: '2026-11-22T00:00:00.000Z' }
  const answer: PublishedReturns = { policy, days: 90, minPurchases: 30, figures: shown }
  return fakeAnswer(page, '**/api/returnFigures', answer)
}

/** Odds of a lead, which the demo data has too few purchases for. */
export const fakeLeadOdds = (page: Page) =>
  fakeAnswer(page, '**/api/leads/*/returnOdds', { odds: { purchases: 312, perHundred: 4 } })

const group: LeadGroup = {
  verification: 'none',
  source: 'Website',
  completeness: 'some',
  hasTravelDate: true,
  leadType: 'domestic',
}

const computed: ComputedOdds = {
  computedAt: '2026-11-22T18:31:00.000Z',
  purchases: 6240,
  returned: 411,
  baseRate: 411 / 6240,
  priorWeight: 84,
  isBetter: true,
  backTest: { purchases: 3120, brier: 0.05912, baseBrier: 0.06154 },
  months: ['2026-08-01', '2026-09-01', '2026-10-01'].map((month, at) => ({
    month,
    purchases: 1040 + at,
    returned: 64 + at,
    brier: 0.05912,
    baseBrier: 0.06154,
  })),
  tenths: Array.from({ length: 10 }, (_, at) => ({
    tenth: at + 1,
    purchases: 312,
    predicted: 0.02 + at / 90,
    returned: 6 + 3 * at,
  })),
  groups: [
    { ...group, purchases: 3120, returned: 125, odds: 0.041 },
    {
      ...group,
      source: 'Admin',
      verification: 'both',
      leadType: 'international',
      hasTravelDate: false,
      purchases: 312,
      returned: 12,
      odds: 0.043,
    },
    { ...group, source: 'Advertisement', purchases: 42, returned: 9, odds: 0.116 },
  ],
}

export const returnsScreens: readonly Screen[] = [
  {
    name: 'returns',
    path: '/returns',
    heading: 'Return policy',
    fakeAnswers: publish(figures),
    shows: (page) => page.getByRole('heading', { name: 'Why agents asked' }),
  },
  {
    name: 'returns of too few purchases',
    path: '/returns',
    heading: 'Return policy',
    fakeAnswers: publish(null),
    shows: (page) => page.getByText('Fewer than 30 leads'),
  },
  {
    name: 'return odds',
    path: '/dashboard/return-odds',
    account: admin,
    heading: 'Return Odds',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/returnOdds', { computed }),
    shows: (page) => page.getByRole('heading', { name: 'Kinds of leads' }),
    prepare: (page) => page.getByText('Scores', { exact: true }).click(),
  },
]
