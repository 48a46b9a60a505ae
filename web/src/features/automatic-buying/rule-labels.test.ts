import { expect, it } from 'vitest'
import { describeOthers, describePreview } from './rule-labels.ts'

const preview = {
  matches: 14,
  leads: 9,
  amount: 430,
  tooExpensive: 3,
  overDailyCap: 2,
  soldBefore: 0,
}

it('says what a rule would have bought, and why it would not have bought the others', () => {
  expect(describePreview(preview)).toBe(
    'In the last 7 days this would have bought 9 leads for ₹430.',
  )
  expect(describeOthers(preview)).toBe(
    '14 leads fitted the search: 3 above your highest price, 2 over a limit of the day.',
  )
  const none = { matches: 0, leads: 0, amount: 0, tooExpensive: 0, overDailyCap: 0, soldBefore: 0 }
  expect(describePreview(none)).toBe('In the last 7 days no lead fitted this search.')
  expect(describeOthers(none)).toBeNull()
})
