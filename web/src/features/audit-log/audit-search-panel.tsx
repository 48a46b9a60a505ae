import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { type AuditFilters, countAuditFilters } from './audit-filters.ts'
import { actionLabel } from './audit-labels.ts'
import { useAuditActions } from './audit-log.api.ts'

const whoseOptions = [
  { value: '', label: 'Admins only' },
  { value: 'all', label: 'Everybody' },
]

interface AuditSearchPanelProps {
  filters: AuditFilters
  /** Changes when the filters are cleared: a half-typed date goes too. */
  clears: number
  onChange: (changed: Partial<AuditFilters>, options?: { replace?: boolean }) => void
  onClear: () => void
}

/** Whose actions, by whom, which, and when. */
export function AuditSearchPanel({ filters, clears, onChange, onClear }: AuditSearchPanelProps) {
  const { data: actions = [] } = useAuditActions()
  // One that is in the address is a choice even while the others are not there.
  const known = [...new Set([...actions, ...(filters.action ? [filters.action] : [])])]
  const actionOptions = [
    { value: '', label: 'All Actions' },
    ...known
      .map((action) => ({ value: action, label: actionLabel(action) }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  ]
  const actor = useDebouncedText(filters.actor ?? '', (text, again) =>
    onChange({ actor: text || undefined }, { replace: again }),
  )
  const endsBeforeItStarts = filters.from && filters.to && filters.to < filters.from
  return (
    <SearchPanel activeCount={countAuditFilters(filters)} onClear={onClear}>
      <NativeSelect
        label="Actions by"
        data={whoseOptions}
        value={filters.actors ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ actors: value === 'all' ? 'all' : undefined })
        }
      />
      <TextInput
        label="Done by"
        type="search"
        placeholder="Name or email"
        maxLength={254}
        autoComplete="off"
        {...actor}
      />
      <NativeSelect
        label="Action"
        data={actionOptions}
        value={filters.action ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
      />
      <DayFilter
        key={`from ${clears}`}
        name="from"
        label="From"
        filters={filters}
        onChange={onChange}
      />
      <DayFilter
        key={`to ${clears}`}
        name="to"
        label="To"
        filters={filters}
        onChange={onChange}
        error={endsBeforeItStarts ? 'Choose a date on or after From.' : undefined}
      />
    </SearchPanel>
  )
}

/** A date is typed part by part, so it is treated as text: in effect once it is whole. */
function DayFilter({
  name,
  label,
  filters,
  onChange,
  error,
}: {
  name: 'from' | 'to'
  label: string
  filters: AuditFilters
  onChange: AuditSearchPanelProps['onChange']
  error?: string | undefined
}) {
  const field = useDebouncedText(filters[name] ?? '', (text, again) =>
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
}
