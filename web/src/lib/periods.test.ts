import { describe, expect, it } from 'vitest'
import { daysOfPeriod, type Period, periodLabels, periodOfDays } from './periods.ts'

const periods = Object.keys(periodLabels) as Period[]

describe('a period', () => {
  // The last instant of a day in India and the first of the next, around the start of a week, a month and a year.
  it.each([
    {
      at: '2026-11-15T18:29:59.999Z',
      today: '2026-11-15 2026-11-15',
      'last-7-days': '2026-11-09 2026-11-15',
      week: '2026-11-09 2026-11-15',
      month: '2026-11-01 2026-11-30',
      year: '2026-01-01 2026-12-31',
      'last-month': '2026-10-01 2026-10-31',
      quarter: '2026-10-01 2026-12-31',
      'financial-year': '2026-04-01 2027-03-31',
      '3-months': '2026-09-01 2026-11-30',
      '12-months': '2025-12-01 2026-11-30',
    },
    {
      at: '2026-11-15T18:30:00.000Z',
      today: '2026-11-16 2026-11-16',
      'last-7-days': '2026-11-10 2026-11-16',
      week: '2026-11-16 2026-11-22',
      month: '2026-11-01 2026-11-30',
      year: '2026-01-01 2026-12-31',
      'last-month': '2026-10-01 2026-10-31',
      quarter: '2026-10-01 2026-12-31',
      'financial-year': '2026-04-01 2027-03-31',
      '3-months': '2026-09-01 2026-11-30',
      '12-months': '2025-12-01 2026-11-30',
    },
    {
      at: '2026-03-31T18:29:59.999Z',
      today: '2026-03-31 2026-03-31',
      'last-7-days': '2026-03-25 2026-03-31',
      week: '2026-03-30 2026-04-05',
      month: '2026-03-01 2026-03-31',
      year: '2026-01-01 2026-12-31',
      'last-month': '2026-02-01 2026-02-28',
      quarter: '2026-01-01 2026-03-31',
      'financial-year': '2025-04-01 2026-03-31',
      '3-months': '2026-01-01 2026-03-31',
      '12-months': '2025-04-01 2026-03-31',
    },
    {
      at: '2026-03-31T18:30:00.000Z',
      today: '2026-04-01 2026-04-01',
      'last-7-days': '2026-03-26 2026-04-01',
      week: '2026-03-30 2026-04-05',
      month: '2026-04-01 2026-04-30',
      year: '2026-01-01 2026-12-31',
      'last-month': '2026-03-01 2026-03-31',
      quarter: '2026-04-01 2026-06-30',
      'financial-year': '2026-04-01 2027-03-31',
      '3-months': '2026-02-01 2026-04-30',
      '12-months': '2025-05-01 2026-04-30',
    },
    {
      at: '2026-12-31T18:29:59.999Z',
      today: '2026-12-31 2026-12-31',
      'last-7-days': '2026-12-25 2026-12-31',
      week: '2026-12-28 2027-01-03',
      month: '2026-12-01 2026-12-31',
      year: '2026-01-01 2026-12-31',
      'last-month': '2026-11-01 2026-11-30',
      quarter: '2026-10-01 2026-12-31',
      'financial-year': '2026-04-01 2027-03-31',
      '3-months': '2026-10-01 2026-12-31',
      '12-months': '2026-01-01 2026-12-31',
    },
    {
      at: '2026-12-31T18:30:00.000Z',
      today: '2027-01-01 2027-01-01',
      'last-7-days': '2026-12-26 2027-01-01',
      week: '2026-12-28 2027-01-03',
      month: '2027-01-01 2027-01-31',
      year: '2027-01-01 2027-12-31',
      'last-month': '2026-12-01 2026-12-31',
      quarter: '2027-01-01 2027-03-31',
      'financial-year': '2026-04-01 2027-03-31',
      '3-months': '2026-11-01 2027-01-31',
      '12-months': '2026-02-01 2027-01-31',
    },
    {
      at: '2028-02-28T18:30:00.000Z',
      today: '2028-02-29 2028-02-29',
      'last-7-days': '2028-02-23 2028-02-29',
      week: '2028-02-28 2028-03-05',
      month: '2028-02-01 2028-02-29',
      year: '2028-01-01 2028-12-31',
      'last-month': '2028-01-01 2028-01-31',
      quarter: '2028-01-01 2028-03-31',
      'financial-year': '2027-04-01 2028-03-31',
      '3-months': '2027-12-01 2028-02-29',
      '12-months': '2027-03-01 2028-02-29',
    },
  ])('at $at is that of India', ({ at, ...expected }) => {
    const now = new Date(at)
    const found = periods.map((period) => [
      period,
      Object.values(daysOfPeriod(period, now)).join(' '),
    ])
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('is found by its days, even on the next day', () => {
    const offered = ['month', 'last-month', 'quarter', 'financial-year'] as const
    const now = new Date('2026-11-15T18:29:59.999Z')
    const nextDay = new Date('2026-11-15T18:30:00.000Z')
    for (const period of offered) {
      const { from, to } = daysOfPeriod(period, now)
      expect(periodOfDays(offered, from, to, nextDay)).toBe(period)
    }
    expect(periodOfDays(offered, '2026-11-02', '2026-11-30', now)).toBeUndefined()
    expect(periodOfDays(offered, '2026-11-01', undefined, now)).toBeUndefined()
  })
})
