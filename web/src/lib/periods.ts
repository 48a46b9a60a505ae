import { dayInIndia } from '@raahi/contract/trip-field-checks'

/** The periods that reports and exports offer. */
export const reportPeriods = ['this-month', 'last-month', 'quarter', 'financial-year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

export const reportPeriodLabels: Record<ReportPeriod, string> = {
  'this-month': 'This Month',
  'last-month': 'Last Month',
  quarter: 'This Quarter',
  'financial-year': 'Financial Year',
}

/**
 * The first and the last day of a period at an instant, as days in India. Quarters are those of the financial year, which begins
 * in April.
 */
export function daysOfPeriod(period: ReportPeriod, now: Date): { from: string; to: string } {
  const [year = 0, month = 0] = dayInIndia(now).split('-').map(Number)
  switch (period) {
    case 'this-month':
      return monthsFrom(year, month, 1)
    case 'last-month':
      return monthsFrom(year, month - 1, 1)
    case 'quarter':
      return monthsFrom(year, month - ((month - 1) % 3), 3)
    case 'financial-year':
      return monthsFrom(month < 4 ? year - 1 : year, 4, 12)
  }
}

/** @param month from 1; 0 is December of the year before */
function monthsFrom(year: number, month: number, months: number): { from: string; to: string } {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  return {
    from: dayOf(Date.UTC(year, month - 1, 1)),
    to: dayOf(Date.UTC(year, month - 1 + months, 0)),
  }
}

/** The period that has exactly these days; undefined for any others. */
export function periodOfDays(
  from: string | undefined,
  to: string | undefined,
  now: Date,
): ReportPeriod | undefined {
  return reportPeriods.find((period) => {
    const days = daysOfPeriod(period, now)
    return days.from === from && days.to === to
  })
}
