import { maxPreviewLeads } from '@raahi/contract/automatic-buying'
import { expect, it } from 'vitest'
import { describeOthers, describePreview } from './rule-labels.ts'

const preview = {
  matches: 14,
  leads: 9,
  amount: 430,
  tooExpensive: 2,
  withoutPrice: 1,
  overDailyLimit: 2,
  soldBefore: 0,
}

it('says what a rule would have bought, and why it would not have bought the others', () => {
  expect(describePreview(preview)).toBe(
    'In the last 7 days this would have bought 9 leads for ₹430.',
  )
  expect(describeOthers(preview)).toBe(
    '14 leads matched the search: 2 above your highest price, 1 without a price, 2 over a limit of the day.',
  )
  const none = {
    ...preview,
    matches: 0,
    leads: 0,
    amount: 0,
    tooExpensive: 0,
    withoutPrice: 0,
    overDailyLimit: 0,
  }
  expect(describePreview(none)).toBe('In the last 7 days no lead matched this search.')
  expect(describeOthers(none)).toBeNull()
})

it('says that the preview includes only the newest leads', () => {
  expect(describePreview({ ...preview, matches: maxPreviewLeads })).toBe(
    'Of the newest 5,000 leads of the last 7 days that match, this would have bought 9 leads for ₹430.',
  )
})
