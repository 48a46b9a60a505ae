import { expect, it } from 'vitest'
import { readFilters } from '../../../lib/list-filters.ts'
import { transactionFilters, transactionQuery } from './transaction-filters.ts'

const read = (query: string) => readFilters(transactionFilters, new URLSearchParams(query))

it('sends the days of a period to the server, and no page', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(transactionQuery(read('period=month&method=cash&page=3'), now)).toEqual({
    method: 'cash',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
  })
  expect(transactionQuery(read(''), now)).toEqual({})
})
