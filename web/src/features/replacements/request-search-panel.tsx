import { NativeSelect, TextInput } from '@mantine/core'
import { type ReplacementReason, replacementReasons } from '@raahi/contract/replacements'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { countRequestFilters, type RequestFilters } from './request-filters.ts'

const reasonOptions = [
  { value: '', label: 'All reasons' },
  ...Object.entries(replacementReasons).map(([value, label]) => ({ value, label })),
]
const sortOptions = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
]

interface RequestSearchPanelProps {
  filters: RequestFilters
  onChange: (changed: Partial<RequestFilters>, options?: { replace?: boolean }) => void
}

/** Search, reason and order. Choices take effect at once, typed text when typing pauses. */
export function RequestSearchPanel({ filters, onChange }: RequestSearchPanelProps) {
  const search = useDebouncedText(filters.search, (text, again) =>
    onChange({ search: text }, { replace: again }),
  )
  return (
    <SearchPanel
      activeCount={countRequestFilters(filters)}
      onClear={() => onChange({ search: '', reason: undefined })}
    >
      <TextInput
        label="Search"
        type="search"
        placeholder="Agent or lead number"
        maxLength={120}
        autoComplete="off"
        {...search}
      />
      <NativeSelect
        label="Reason"
        data={reasonOptions}
        value={filters.reason ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ reason: (value || undefined) as ReplacementReason | undefined })
        }
      />
      <NativeSelect
        label="Sort by"
        data={sortOptions}
        value={filters.sort}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value as RequestFilters['sort'] })
        }
      />
    </SearchPanel>
  )
}
