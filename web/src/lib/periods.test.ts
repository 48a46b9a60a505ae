import { describe, expect, it } from 'vitest'
import { daysOfPeriod, periodOfDays, reportPeriods } from './periods.ts'

describe('a period of a report', () => {
  it.each([
    // The last instant of March and the first of April in India, and the days around a new year.
    [
      '2026-03-31T18:29:59Z',
      '2026-03-01 2026-03-31',
      '2026-02-01 2026-02-28',
      '2026-01-01 2026-03-31',
      '2025-04-01 2026-03-31',
    ],
    [
      '2026-03-31T18:30:00Z',
      '2026-04-01 2026-04-30',
      '2026-03-01 2026-03-31',
      '2026-04-01 2026-06-30',
      '2026-04-01 2027-03-31',
    ],
    [
      '2026-11-29T12:00:00Z',
      '2026-11-01 2026-11-30',
      '2026-10-01 2026-10-31',
      '2026-10-01 2026-12-31',
      '2026-04-01 2027-03-31',
    ],
    [
      '2028-01-05T12:00:00Z',
      '2028-01-01 2028-01-31',
      '2027-12-01 2027-12-31',
      '2028-01-01 2028-03-31',
      '2027-04-01 2028-03-31',
    ],
  ])('at %s is that of India', (at, ...expected) => {
    const now = new Date(at)
    const found = reportPeriods.map((period) => Object.values(daysOfPeriod(period, now)).join(' '))
    expect(found).toEqual(expected)
    for (const period of reportPeriods) {
      const { from, to } = daysOfPeriod(period, now)
      expect(periodOfDays(from, to, now)).toBe(period)
    }
    expect(periodOfDays('2026-11-02', '2026-11-30', now)).toBeUndefined()
  })
})
