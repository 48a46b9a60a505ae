import { daysOfPeriod, type Period } from '../../lib/periods.ts'

/** Periods of the results, in the order of the options. */
export const resultPeriods = [
  'month',
  'last-month',
  'quarter',
  'financial-year',
  '3-months',
  '12-months',
  'all',
] as const satisfies (Period | 'all')[]
export type ResultPeriod = (typeof resultPeriods)[number]

/** The days of a period, YYYY-MM-DD in India; without days for all purchases. */
export function resultDays(
  period: ResultPeriod,
  nowMs: number,
): { startDate?: string; endDate?: string } {
  if (period === 'all') return {}
  const { from, to } = daysOfPeriod(period, new Date(nowMs))
  return { startDate: from, endDate: to }
}
