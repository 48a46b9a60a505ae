import { expect, it } from 'vitest'
import { resultDays } from './result-periods.ts'

it('has the days of a period in India, and none for all purchases', () => {
  // In India it is 1 January already.
  const now = Date.parse('2026-12-31T19:00:00Z')
  expect(resultDays('month', now)).toEqual({ startDate: '2027-01-01', endDate: '2027-01-31' })
  expect(resultDays('3-months', now)).toEqual({ startDate: '2026-11-01', endDate: '2027-01-31' })
  expect(resultDays('last-month', now)).toEqual({ startDate: '2026-12-01', endDate: '2026-12-31' })
  expect(resultDays('all', now)).toEqual({})
})
