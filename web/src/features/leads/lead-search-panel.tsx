import { NativeSelect, TextInput } from '@mantine/core'
import { type LeadSort, leadSorts, leadTypes, tripTypes } from '@raahi/contract/leads'
import { memo } from 'react'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { countLeadFilters, type LeadFilters } from './lead-filters.ts'
import {
  leadStatusLabels,
  leadTypeLabels,
  shownLeadStatuses,
  tripTypeLabels,
} from './lead-labels.ts'

const sortLabels: Record<LeadSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  cost: 'Price: low to high',
  '-cost': 'Price: high to low',
  travelDate: 'Travel date: soonest',
  '-travelDate': 'Travel date: latest',
}

const leadTypeOptions = [
  { value: '', label: 'All Lead Types' },
  ...leadTypes.map((type) => ({ value: type, label: leadTypeLabels[type] })),
]
const tripTypeOptions = [
  { value: '', label: 'All Trip Types' },
  ...tripTypes.map((type) => ({ value: type, label: tripTypeLabels[type] })),
]
const statusOptions = [
  { value: '', label: 'All Status' },
  ...shownLeadStatuses.map((status) => ({ value: status, label: leadStatusLabels[status] })),
]
const sortOptions = leadSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

interface LeadSearchPanelProps {
  filters: LeadFilters
  /** Changes when the filters are cleared: a half-typed date goes too. */
  clears: number
  onChange: (changed: Partial<LeadFilters>, options?: { replace?: boolean }) => void
  /** Absent: whoever draws the panel offers this elsewhere. */
  onClear?: () => void
}

/** The marketplace's filters. Choices take effect at once, typed text when typing pauses. */
export const LeadSearchPanel = memo(function LeadSearchPanel({
  filters,
  clears,
  onChange,
  onClear,
}: LeadSearchPanelProps) {
  const { travelFrom, travelTo } = filters
  const endsBeforeItStarts = travelFrom && travelTo && travelTo < travelFrom
  const field = <Name extends keyof LeadFilters>(name: Name) => ({
    name,
    value: filters[name],
    onChange,
  })
  return (
    <SearchPanel activeCount={countLeadFilters(filters)} onClear={onClear}>
      <TextFilter label="Search by name" {...field('search')} />
      <ChoiceFilter label="Lead type" options={leadTypeOptions} {...field('leadType')} />
      <ChoiceFilter label="Trip type" options={tripTypeOptions} {...field('tripType')} />
      <ChoiceFilter label="Status" options={statusOptions} {...field('satatus')} />
      <TextFilter label="Destination" {...field('destination')} />
      <TextFilter label="Traveller's city" {...field('city')} />
      <DateFilter key={`from ${clears}`} label="Travel from" {...field('travelFrom')} />
      <DateFilter
        key={`to ${clears}`}
        label="Travel to"
        error={endsBeforeItStarts ? 'Choose a date on or after Travel from.' : undefined}
        {...field('travelTo')}
      />
      <ChoiceFilter label="Sort by" options={sortOptions} {...field('sort')} />
    </SearchPanel>
  )
})

interface FilterProps<Name extends keyof LeadFilters> {
  name: Name
  label: string
  value: LeadFilters[Name]
  onChange: LeadSearchPanelProps['onChange']
}

// Each is drawn again only when its own value changes: nine fields are a tenth of a second on a slow phone.

const ChoiceFilter = memo(function ChoiceFilter({
  name,
  label,
  value,
  onChange,
  options,
}: FilterProps<'leadType' | 'tripType' | 'satatus' | 'sort'> & {
  options: { value: string; label: string }[]
}) {
  return (
    <NativeSelect
      label={label}
      data={options}
      value={value ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
    />
  )
})

const TextFilter = memo(function TextFilter({
  name,
  label,
  value,
  onChange,
}: FilterProps<'search' | 'destination' | 'city'>) {
  const field = useDebouncedText(value ?? '', (text, again) =>
    onChange({ [name]: text || undefined }, { replace: again }),
  )
  return <TextInput label={label} type="search" maxLength={120} autoComplete="off" {...field} />
})

/** A date is typed part by part, so it is treated as text: in effect once it is whole. */
const DateFilter = memo(function DateFilter({
  name,
  label,
  value,
  onChange,
  error,
}: FilterProps<'travelFrom' | 'travelTo'> & { error?: string | undefined }) {
  const field = useDebouncedText(value ?? '', (text, again) =>
    onChange({ [name]: text || undefined }, { replace: again }),
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
