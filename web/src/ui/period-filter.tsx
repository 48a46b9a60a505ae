import { NativeSelect } from '@mantine/core'
import { daysOfPeriod, type Period, periodLabels, periodOfDays } from '../lib/periods.ts'
import { serverNow } from '../lib/server-clock.ts'
import { filterOptions } from './filter-options.ts'

const periods = ['month', 'last-month', 'quarter', 'financial-year'] as const satisfies Period[]
/** Shown while other dates are set. */
const otherDates = { value: 'other', label: 'Chosen dates' }

interface PeriodFilterProps {
  from: string | undefined
  to: string | undefined
  /** The option that sets no dates. */
  anyLabel?: string | undefined
  /** Sets both dates at once, so that Back returns to both of the dates before. */
  onChange: (days: { from: string | undefined; to: string | undefined }) => void
}

/** Sets both dates of a list to a period of reports, with one choice. */
export function PeriodFilter({ from, to, anyLabel = 'Any dates', onChange }: PeriodFilterProps) {
  const options = filterOptions(anyLabel, periods, periodLabels)
  const now = serverNow()
  const period = periodOfDays(periods, from, to, now)
  const isOther = period === undefined && Boolean(from || to)
  const choose = (value: string) => {
    if (value === otherDates.value) return
    const chosen = periods.find((one) => one === value)
    onChange(chosen ? daysOfPeriod(chosen, now) : { from: undefined, to: undefined })
  }
  return (
    <NativeSelect
      label="Period"
      data={isOther ? [...options, otherDates] : options}
      value={period ?? (isOther ? otherDates.value : '')}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
