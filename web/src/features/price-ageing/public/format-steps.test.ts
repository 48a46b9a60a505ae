import type { AgedLeads } from '@raahi/contract/price-ageing'
import { expect, it } from 'vitest'
import { formatAge, formatSteps } from './format-steps.ts'

it('describes the steps of each lead type', () => {
  const none = { domestic: [], international: [] }
  expect(formatSteps(none)).toBe('All leads keep their price.')
  const domestic = [
    { afterDays: 1, percent: 10 },
    { afterDays: 60, percent: 40 },
  ]
  expect(formatSteps({ ...none, domestic })).toBe(
    'Domestic: 10% less after 1 day, 40% less after 60 days. International: no steps.',
  )
})

it('names the leads of each price by their age', () => {
  const row = (leadType: AgedLeads['leadType'], afterDays: number) => ({ leadType, afterDays })
  const rows = [
    row('domestic', 0),
    row('domestic', 1),
    row('domestic', 2),
    row('domestic', 60),
    row('international', 0),
  ]
  expect(rows.map((each, at) => formatAge(each, rows[at + 1]))).toEqual([
    'Domestic, 0 days',
    'Domestic, 1 day',
    'Domestic, 2 to 59 days',
    'Domestic, from 60 days',
    'International, all',
  ])
})
