import { expect, it } from 'vitest'
import { periodStart } from './result-periods.ts'

it('begins with the first calendar month of a period in India', () => {
  // In India it is 1 January already.
  const now = Date.parse('2026-12-31T19:00:00Z')
  expect(periodStart('month', now)).toBe('2027-01-01')
  expect(periodStart('3-months', now)).toBe('2026-11-01')
  expect(periodStart('12-months', now)).toBe('2026-02-01')
  expect(periodStart('all', now)).toBeUndefined()
})
