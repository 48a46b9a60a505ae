import { maxLengths } from '@raahi/contract/field-checks'
import {
  refundFilters,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'

export const periods = ['today', 'last-7-days', 'week', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** The filters of all transactions. */
export const transactionFilters = {
  search: { kind: 'text', maxLength: maxLengths.reference },
  status: { kind: 'choice', values: transactionStatuses },
  method: { kind: 'choice', values: transactionMethods },
  period: { kind: 'choice', values: periods },
  refund: { kind: 'choice', values: refundFilters },
} as const satisfies FilterFields
export type TransactionFilters = FiltersOf<typeof transactionFilters>

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
  if (period === 'last-7-days') {
    day.setUTCDate(day.getUTCDate() - 6)
    return day.toISOString().slice(0, 10)
  }
  const sinceMonday = (day.getUTCDay() + 6) % 7
  day.setUTCDate(day.getUTCDate() - sinceMonday)
  return day.toISOString().slice(0, 10)
}

/** What the server is asked for: the filters with the days of the period, without the page. */
export function askedOf({ search, status, method, period, refund }: TransactionFilters, now: Date) {
  return { search, status, method, refund, ...(period && daysOf(period, now)) }
}
