import { dayInIndia } from '@raahi/contract/trip-field-checks'

/** All periods that a screen can offer. The labels are those of the specification where it has the period. */
export const periodLabels = {
  today: 'Today',
  'last-7-days': 'Last 7 Days',
  week: 'This Week',
  month: 'This Month',
  year: 'This Year',
  'last-month': 'Last Month',
  quarter: 'This Quarter',
  'financial-year': 'Financial Year',
  '3-months': 'Last 3 Months',
  '12-months': 'Last 12 Months',
} as const
export type Period = keyof typeof periodLabels

/** A first and a last day, YYYY-MM-DD. */
interface Days {
  from: string
  to: string
}

/**
 * The first and the last day of a period at an instant, as days in India. The present week, month, quarter and year have all
 * their days, so that an address with the days means the same period on the next day. A week starts on Monday. Quarters are
 * those of the financial year, which begins in April.
 */
export function daysOfPeriod(period: Period, now: Date): Days {
  const today = dayInIndia(now)
  const [year = 0, month = 0] = today.split('-').map(Number)
  switch (period) {
    case 'today':
      return daysFrom(today, 0, 1)
    case 'last-7-days':
      return daysFrom(today, -6, 7)
    case 'week':
      return daysFrom(today, -((new Date(today).getUTCDay() + 6) % 7), 7)
    case 'month':
      return monthsFrom(year, month, 1)
    case 'last-month':
      return monthsFrom(year, month - 1, 1)
    case 'quarter':
      return monthsFrom(year, month - ((month - 1) % 3), 3)
    case 'year':
      return monthsFrom(year, 1, 12)
    case 'financial-year':
      return monthsFrom(month < 4 ? year - 1 : year, 4, 12)
    case '3-months':
      return monthsFrom(year, month - 2, 3)
    case '12-months':
      return monthsFrom(year, month - 11, 12)
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** @param offset the days from the given day to the first one */
function daysFrom(day: string, offset: number, days: number): Days {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const at = (more: number) => dayOf(Date.UTC(year, month - 1, date + more))
  return { from: at(offset), to: at(offset + days - 1) }
}

/** @param month from 1; 0 is December of the year before */
function monthsFrom(year: number, month: number, months: number): Days {
  return {
    from: dayOf(Date.UTC(year, month - 1, 1)),
    to: dayOf(Date.UTC(year, month - 1 + months, 0)),
  }
}

/** The one of these periods that has exactly these days; undefined for any others. */
export function periodOfDays<Offered extends Period>(
  periods: readonly Offered[],
  from: string | undefined,
  to: string | undefined,
  now: Date,
): Offered | undefined {
  return periods.find((period) => {
    const days = daysOfPeriod(period, now)
    return days.from === from && days.to === to
  })
}
