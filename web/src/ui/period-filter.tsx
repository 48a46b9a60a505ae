import { NativeSelect } from '@mantine/core'
import {
  daysOfPeriod,
  periodOfDays,
  type ReportPeriod,
  reportPeriodLabels,
  reportPeriods,
} from '../lib/periods.ts'
import { serverNow } from '../lib/server-clock.ts'
import type { FilterFieldProps } from '../lib/use-list-filters.ts'
import { filterOptions } from './filter-options.ts'

const options = filterOptions('Any dates', reportPeriods, reportPeriodLabels)
/** Shown while other dates are set. */
const otherDates = { value: 'other', label: 'Chosen dates' }

/** Sets both dates of a list to a period of reports, with one choice. */
export function PeriodFilter({ from, to }: { from: FilterFieldProps; to: FilterFieldProps }) {
  const now = serverNow()
  const period = periodOfDays(from.value, to.value, now)
  const isOther = period === undefined && Boolean(from.value || to.value)
  const set = (value: string) => {
    const days = value === '' ? { from: '', to: '' } : daysOfPeriod(value as ReportPeriod, now)
    from.onSet(from.name, days.from)
    to.onSet(to.name, days.to)
  }
  return (
    <NativeSelect
      label="Period"
      data={isOther ? [...options, otherDates] : options}
      value={period ?? (isOther ? otherDates.value : '')}
      onChange={(event) =>
        event.currentTarget.value !== otherDates.value && set(event.currentTarget.value)
      }
    />
  )
}
