import { NativeSelect, TextInput } from '@mantine/core'
import {
  type LeadSort,
  type LeadStatus,
  type LeadType,
  leadSorts,
  leadStatuses,
  leadTypes,
  type TripType,
  tripTypes,
} from '@raahi/contract/leads'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { countLeadFilters, type LeadFilters } from './lead-filters.ts'
import { leadStatusLabels, leadTypeLabels, tripTypeLabels } from './lead-labels.ts'

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
  ...leadStatuses.map((status) => ({ value: status, label: leadStatusLabels[status] })),
]
const sortOptions = leadSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

interface LeadSearchPanelProps {
  filters: LeadFilters
  onChange: (changed: Partial<LeadFilters>, options?: { replace?: boolean }) => void
  /** Absent: whoever draws the panel offers this elsewhere. */
  onClear?: () => void
}

/** The marketplace's filters. Choices take effect at once, typed text when typing pauses. */
export function LeadSearchPanel({ filters, onChange, onClear }: LeadSearchPanelProps) {
  const endsBeforeItStarts =
    filters.travelFrom && filters.travelTo && filters.travelTo < filters.travelFrom
  return (
    <SearchPanel activeCount={countLeadFilters(filters)} onClear={onClear}>
      <TextFilter name="search" label="Search by name" filters={filters} onChange={onChange} />
      <NativeSelect
        label="Lead type"
        data={leadTypeOptions}
        value={filters.leadType ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ leadType: (value || undefined) as LeadType | undefined })
        }
      />
      <NativeSelect
        label="Trip type"
        data={tripTypeOptions}
        value={filters.tripType ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ tripType: (value || undefined) as TripType | undefined })
        }
      />
      <NativeSelect
        label="Status"
        data={statusOptions}
        value={filters.satatus ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ satatus: (value || undefined) as LeadStatus | undefined })
        }
      />
      <TextFilter name="destination" label="Destination" filters={filters} onChange={onChange} />
      <TextFilter name="city" label="Traveller's city" filters={filters} onChange={onChange} />
      <DateFilter name="travelFrom" label="Travel from" filters={filters} onChange={onChange} />
      <DateFilter
        name="travelTo"
        label="Travel to"
        filters={filters}
        onChange={onChange}
        error={endsBeforeItStarts ? 'This is before Travel from.' : undefined}
      />
      <NativeSelect
        label="Sort by"
        data={sortOptions}
        value={filters.sort}
        onChange={({ currentTarget: { value } }) => onChange({ sort: value as LeadSort })}
      />
    </SearchPanel>
  )
}

interface FilterProps<Name extends keyof LeadFilters> {
  name: Name
  label: string
  filters: LeadFilters
  onChange: LeadSearchPanelProps['onChange']
  error?: string
}

function TextFilter({
  name,
  label,
  filters,
  onChange,
}: FilterProps<'search' | 'destination' | 'city'>) {
  const field = useDebouncedText(filters[name] ?? '', (text, again) =>
    onChange({ [name]: text || undefined }, { replace: again }),
  )
  return <TextInput label={label} type="search" maxLength={120} autoComplete="off" {...field} />
}

/** A date is typed part by part, so it is treated as text: in effect once it is whole. */
function DateFilter({
  name,
  label,
  filters,
  onChange,
  error,
}: FilterProps<'travelFrom' | 'travelTo'>) {
  const field = useDebouncedText(filters[name] ?? '', (text, again) =>
    onChange({ [name]: text || undefined }, { replace: again }),
  )
  return <DateField label={label} error={error} max="9999-12-31" {...field} />
}
