import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { daysOfPeriod, type ReportPeriod } from '../../lib/periods.ts'

/** Periods of the results, in the order of the buttons. Those in months end today. */
export const resultPeriods = [
  'month',
  'last-month',
  'quarter',
  'financial-year',
  '3-months',
  '12-months',
  'all',
] as const
export type ResultPeriod = (typeof resultPeriods)[number]

const monthsOf: Record<Exclude<ResultPeriod, ReportPeriod>, number | null> = {
  month: 1,
  '3-months': 3,
  '12-months': 12,
  all: null,
}

/** The days of a period, YYYY-MM-DD in India, from the first of a calendar month on; without days for all purchases. */
export function resultDays(
  period: ResultPeriod,
  nowMs: number,
): { startDate?: string; endDate?: string } {
  if (period === 'last-month' || period === 'quarter' || period === 'financial-year') {
    const { from, to } = daysOfPeriod(period, new Date(nowMs))
    return { startDate: from, endDate: to }
  }
  const months = monthsOf[period]
  if (months === null) return {}
  const [year = 0, month = 0] = dayInIndia(new Date(nowMs)).split('-').map(Number)
  return { startDate: new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10) }
}
