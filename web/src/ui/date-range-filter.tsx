import { type ComponentProps, memo } from 'react'
import { useDebouncedText } from '../lib/use-debounced-text.ts'
import type { FilterFieldProps } from '../lib/use-list-filters.ts'
import { DateField } from './date-field.tsx'
import { PeriodFilter } from './period-filter.tsx'

type DateProps = FilterFieldProps & {
  /** Changes when the filters are cleared. */
  clears: number
}

interface DateRangeFilterProps {
  from: DateProps
  to: DateProps
  fromLabel?: string
  toLabel?: string
  /** Offers the periods of reports before the dates, and sets both dates to one. */
  onPeriod?: ComponentProps<typeof PeriodFilter>['onChange']
  /** The period that sets no dates. */
  anyLabel?: string
}

/** First and last day, both optional. */
export function DateRangeFilter({
  from,
  to,
  fromLabel = 'From',
  toLabel = 'To',
  onPeriod,
  anyLabel,
}: DateRangeFilterProps) {
  const endsBeforeItStarts = from.value && to.value && to.value < from.value
  return (
    <>
      {onPeriod && (
        <PeriodFilter from={from.value} to={to.value} anyLabel={anyLabel} onChange={onPeriod} />
      )}
      <DateFilter key={`from ${from.clears}`} label={fromLabel} {...from} />
      <DateFilter
        key={`to ${to.clears}`}
        label={toLabel}
        error={endsBeforeItStarts ? `Choose a date on or after ${fromLabel}.` : undefined}
        {...to}
      />
    </>
  )
}

/** A date field of a filter. It takes effect when the date is complete and typing pauses. */
const DateFilter = memo(function DateFilter({
  name,
  value,
  onSet,
  label,
  error,
}: DateProps & { label: string; error?: string | undefined }) {
  const field = useDebouncedText(value ?? '', (text, again) =>
    onSet(name, text, { replace: again }),
  )
  return (
    <DateField
      label={label}
      error={error}
      {...field}
      onChange={(date) => field.onChange({ currentTarget: { value: date } })}
    />
  )
})
