import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import type { DashboardFilters } from './dashboard-filters.ts'
import classes from './period-picker.module.css'

/** The period of the figures below it. */
export function PeriodPicker({ list }: { list: DashboardFilters }) {
  return (
    <section className={classes.picker} aria-label="Period of the figures">
      <DateRangeFilter
        onPeriod={list.change}
        anyLabel="Last 30 Days"
        from={list.dateField('from')}
        to={list.dateField('to')}
      />
    </section>
  )
}
