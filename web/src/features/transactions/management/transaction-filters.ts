import {
  type TransactionMethod,
  type TransactionStatus,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import { dayInIndia } from '../../../lib/dates.ts'

export const periods = ['today', 'week', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** The page of all transactions and its filters, as they stand in the address. */
export interface TransactionFilters {
  page: number
  search: string | undefined
  status: TransactionStatus | undefined
  method: TransactionMethod | undefined
  period: Period | undefined
}

/** Longest text that can be searched for. */
export const longestSearch = 60
const lastPage = 1_000_000

/** Reads the filters from the address; a value that isn't one is dropped, each for itself. */
export function readTransactionFilters(params: URLSearchParams): TransactionFilters {
  const page = params.get('page') ?? ''
  const oneOf = <T extends string>(name: string, known: readonly T[]) =>
    known.find((value) => value === params.get(name))
  const search = params.get('search')?.trim() ?? ''
  return {
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), lastPage) : 1,
    search: search !== '' && search.length <= longestSearch ? search : undefined,
    status: oneOf('status', transactionStatuses),
    method: oneOf('method', transactionMethods),
    period: oneOf('period', periods),
  }
}

/** Writes the filters for the address: what is not set is left out. */
export function writeTransactionFilters(filters: TransactionFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of ['search', 'status', 'method', 'period'] as const) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** How many filters are set. */
export function countTransactionFilters(filters: TransactionFilters): number {
  return [filters.search, filters.status, filters.method, filters.period].filter(Boolean).length
}

/**
 * First and last day of a period that holds `now`, days of Asia/Kolkata. A week begins on Monday; every period ends
 * today.
 */
export function daysOf(period: Period, now: Date): { startDate: string; endDate: string } {
  const today = dayInIndia(now)
  return { startDate: firstDay(period, today), endDate: today }
}

function firstDay(period: Period, today: string): string {
  if (period === 'today') return today
  if (period === 'month') return `${today.slice(0, 7)}-01`
  if (period === 'year') return `${today.slice(0, 4)}-01-01`
  // A plain day has no zone: reckoned at noon UTC it stays itself.
  const day = new Date(`${today}T12:00:00Z`)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  day.setUTCDate(day.getUTCDate() - sinceMonday)
  return day.toISOString().slice(0, 10)
}

/** What the server is asked for: the filters with the days of the period, without the page. */
export function askedOf({ search, status, method, period }: TransactionFilters, now: Date) {
  return { search, status, method, ...(period && daysOf(period, now)) }
}
