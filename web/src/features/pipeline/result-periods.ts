import { dayInIndia } from '@raahi/contract/trip-field-checks'

/** Periods of the results, in the order of the buttons. Each ends today. */
export const resultPeriods = ['month', '3-months', '12-months', 'all'] as const
export type ResultPeriod = (typeof resultPeriods)[number]

const monthsOf: Record<ResultPeriod, number | null> = {
  month: 1,
  '3-months': 3,
  '12-months': 12,
  all: null,
}

/** The first day of the period's first calendar month, YYYY-MM-DD in India; undefined for all purchases. */
export function periodStart(period: ResultPeriod, nowMs: number): string | undefined {
  const months = monthsOf[period]
  if (months === null) return undefined
  const [year = 0, month = 0] = dayInIndia(new Date(nowMs)).split('-').map(Number)
  return new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 10)
}
