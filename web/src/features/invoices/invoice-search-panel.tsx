import { NativeSelect, TextInput } from '@mantine/core'
import type { InvoiceKind } from '@raahi/contract/invoices'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { countInvoiceFilters, type InvoiceFilters, longestSearch } from './invoice-filters.ts'

const kindOptions = [
  { value: '', label: 'All Documents' },
  { value: 'invoice', label: 'Invoices' },
  { value: 'credit_note', label: 'Credit Notes' },
]

interface InvoiceSearchPanelProps {
  filters: InvoiceFilters
  /** Changes when the filters are cleared: a half-typed date goes too. */
  clears: number
  onChange: (changed: Partial<InvoiceFilters>, options?: { replace?: boolean }) => void
  onClear: () => void
}

/** Which documents, of whom, and from when to when. */
export function InvoiceSearchPanel({
  filters,
  clears,
  onChange,
  onClear,
}: InvoiceSearchPanelProps) {
  const search = useDebouncedText(filters.search ?? '', (text, again) =>
    onChange({ search: text || undefined }, { replace: again }),
  )
  const endsBeforeItStarts = filters.from && filters.to && filters.to < filters.from
  return (
    <SearchPanel activeCount={countInvoiceFilters(filters)} onClear={onClear}>
      <TextInput
        label="Search"
        type="search"
        placeholder="Number, agent, GSTIN"
        maxLength={longestSearch}
        autoComplete="off"
        {...search}
      />
      <NativeSelect
        label="Document"
        data={kindOptions}
        value={filters.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: (value || undefined) as InvoiceKind | undefined })
        }
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
  filters: InvoiceFilters
  onChange: InvoiceSearchPanelProps['onChange']
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
