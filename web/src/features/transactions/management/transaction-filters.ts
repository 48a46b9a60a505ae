import { maxLengths } from '@raahi/contract/field-checks'
import {
  refundFilters,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'
import { daysOfPeriod } from '../../../lib/periods.ts'

export const periods = [
  'today',
  'last-7-days',
  'week',
  'month',
  'year',
  'last-month',
  'quarter',
  'financial-year',
] as const
export type Period = (typeof periods)[number]

/** The filters of all transactions. */
export const transactionFilters = {
  search: { kind: 'text', maxLength: maxLengths.email },
  status: { kind: 'choice', values: transactionStatuses },
  method: { kind: 'choice', values: transactionMethods },
  period: { kind: 'choice', values: periods },
  refund: { kind: 'choice', values: refundFilters },
} as const satisfies FilterFields
export type TransactionFilters = FiltersOf<typeof transactionFilters>

/**
 * The first and the last day of the period that contains `now`, as days in India. A week starts on Monday. The periods of
 * reports have all their days, and the others end today.
 */
export function daysOf(period: Period, now: Date): { startDate: string; endDate: string } {
  if (period === 'last-month' || period === 'quarter' || period === 'financial-year') {
    const { from, to } = daysOfPeriod(period, now)
    return { startDate: from, endDate: to }
  }
  const today = dayInIndia(now)
  return { startDate: firstDay(period, today), endDate: today }
}

function firstDay(period: Period, today: string): string {
  if (period === 'today') return today
  if (period === 'month') return `${today.slice(0, 7)}-01`
  if (period === 'year') return `${today.slice(0, 4)}-01-01`
  // Uses noon UTC, so that date arithmetic never changes the day by a time zone.
  const day = new Date(`${today}T12:00:00Z`)
  if (period === 'last-7-days') {
    day.setUTCDate(day.getUTCDate() - 6)
    return day.toISOString().slice(0, 10)
  }
  const sinceMonday = (day.getUTCDay() + 6) % 7
  day.setUTCDate(day.getUTCDate() - sinceMonday)
  return day.toISOString().slice(0, 10)
}

/** The query for these filters, with the days of the period and without the page. */
export function transactionQuery(
  { search, status, method, period, refund }: TransactionFilters,
  now: Date,
) {
  return { search, status, method, refund, ...(period && daysOf(period, now)) }
}
