import type { Page } from '@playwright/test'
import type { PublishedReturns, ReturnFigures } from '../../contract/src/return-figures.ts'
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
    maxReturnPercent: 20,
    ratePurchases: 10,
  }
  const policy = { ...terms, version: 1, startsAt: '2026-11-22T00:00:00.000Z' }
  const answer: PublishedReturns = { policy, days: 90, minPurchases: 30, figures: shown }
  return fakeAnswer(page, '**/api/returnFigures', answer)
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
]
