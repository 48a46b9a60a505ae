import { NativeSelect, TextInput } from '@mantine/core'
import { memo } from 'react'
import { useDebouncedText } from '../lib/use-debounced-text.ts'
import type { FilterFieldProps } from '../lib/use-list-filters.ts'
import { DateField } from './date-field.tsx'

// Each field is drawn again only when its own value changes: nine fields take a tenth of a second on a slow phone.

interface TextFilterProps extends FilterFieldProps {
  label: string
  placeholder?: string
  maxLength: number
}

/** A filter by text. It takes effect when typing pauses. */
export const TextFilter = memo(function TextFilter({
  name,
  value,
  onSet,
  ...input
}: TextFilterProps) {
  const field = useDebouncedText(value ?? '', (text, again) =>
    onSet(name, text, { replace: again }),
  )
  return <TextInput type="search" autoComplete="off" {...input} {...field} />
})

interface ChoiceFilterProps extends FilterFieldProps {
  label: string
  /** A constant. The value '' unsets the filter. */
  options: { value: string; label: string }[]
}

/** A filter by one of a few values. It takes effect at once. */
export const ChoiceFilter = memo(function ChoiceFilter({
  name,
  value,
  onSet,
  label,
  options,
}: ChoiceFilterProps) {
  return (
    <NativeSelect
      label={label}
      data={options}
      value={value ?? ''}
      onChange={(event) => onSet(name, event.currentTarget.value)}
    />
  )
})

/** The options of a filter: `all` unsets it. */
export function filterOptions<Value extends string>(
  all: string,
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
) {
  return [{ value: '', label: all }, ...values.map((value) => ({ value, label: labels[value] }))]
}

type DateProps = FilterFieldProps & {
  /** Changes when the filters are cleared. */
  clears: number
}

interface DateRangeFilterProps {
  from: DateProps
  to: DateProps
  fromLabel?: string
  toLabel?: string
}

/** First and last day, both optional. */
export function DateRangeFilter({
  from,
  to,
  fromLabel = 'From',
  toLabel = 'To',
}: DateRangeFilterProps) {
  const endsBeforeItStarts = from.value && to.value && to.value < from.value
  return (
    <>
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

/** A date is typed part by part, so it takes effect like text: when it is whole and typing pauses. */
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
