import { describe, expect, it } from 'vitest'
import { readFilters } from '../../../lib/list-filters.ts'
import { daysOf, transactionFilters, transactionQuery } from './transaction-filters.ts'

const read = (query: string) => readFilters(transactionFilters, new URLSearchParams(query))

it('sends the days of a period to the server, and no page', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(transactionQuery(read('period=month&method=cash&page=3'), now)).toEqual({
    method: 'cash',
    startDate: '2026-11-01',
    endDate: '2026-11-21',
  })
  expect(transactionQuery(read(''), now)).toEqual({})
})

describe('a period', () => {
  // The last instant of a day in India and the first of the next, around the start of a week, a month and a year.
  it.each([
    [
      '2026-11-15T18:29:59.999Z',
      '2026-11-15',
      '2026-11-09',
      '2026-11-09',
      '2026-11-01',
      '2026-01-01',
    ],
    [
      '2026-11-15T18:30:00.000Z',
      '2026-11-16',
      '2026-11-10',
      '2026-11-16',
      '2026-11-01',
      '2026-01-01',
    ],
    [
      '2026-03-31T18:30:00.000Z',
      '2026-04-01',
      '2026-03-26',
      '2026-03-30',
      '2026-04-01',
      '2026-01-01',
    ],
    [
      '2026-12-31T18:29:59.999Z',
      '2026-12-31',
      '2026-12-25',
      '2026-12-28',
      '2026-12-01',
      '2026-01-01',
    ],
    [
      '2026-12-31T18:30:00.000Z',
      '2027-01-01',
      '2026-12-26',
      '2026-12-28',
      '2027-01-01',
      '2027-01-01',
    ],
    [
      '2028-02-28T18:30:00.000Z',
      '2028-02-29',
      '2028-02-23',
      '2028-02-28',
      '2028-02-01',
      '2028-01-01',
    ],
  ])('at %s is that of India', (at, today, last7Days, week, month, year) => {
    const now = new Date(at)
    expect(daysOf('today', now)).toEqual({ startDate: today, endDate: today })
    expect(daysOf('last-7-days', now)).toEqual({ startDate: last7Days, endDate: today })
    expect(daysOf('week', now)).toEqual({ startDate: week, endDate: today })
    expect(daysOf('month', now)).toEqual({ startDate: month, endDate: today })
    expect(daysOf('year', now)).toEqual({ startDate: year, endDate: today })
  })
})
