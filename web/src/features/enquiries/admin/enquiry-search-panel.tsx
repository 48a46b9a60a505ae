import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { SearchPanel } from '../../../ui/search-panel.tsx'
import { countEnquiryFilters, type EnquiryFilters } from './enquiry-filters.ts'

const duplicateOptions = [
  { value: '', label: 'All enquiries' },
  { value: 'none', label: 'Without duplicates' },
  { value: 'only', label: 'Duplicates only' },
]
const sortOptions = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
]

interface EnquirySearchPanelProps {
  filters: EnquiryFilters
  onChange: (changed: Partial<EnquiryFilters>, options?: { replace?: boolean }) => void
}

/** Search, duplicates and order. Choices take effect at once, typed text when typing pauses. */
export function EnquirySearchPanel({ filters, onChange }: EnquirySearchPanelProps) {
  const search = useDebouncedText(filters.search, (text, again) =>
    onChange({ search: text }, { replace: again }),
  )
  return (
    <SearchPanel
      activeCount={countEnquiryFilters(filters)}
      onClear={() => onChange({ search: '', duplicates: undefined })}
    >
      <TextInput
        label="Search"
        type="search"
        placeholder="Name, contact or number"
        maxLength={120}
        autoComplete="off"
        {...search}
      />
      <NativeSelect
        label="Duplicates"
        data={duplicateOptions}
        value={filters.duplicates ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ duplicates: (value || undefined) as EnquiryFilters['duplicates'] })
        }
      />
      <NativeSelect
        label="Sort by"
        data={sortOptions}
        value={filters.sort}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value as EnquiryFilters['sort'] })
        }
      />
    </SearchPanel>
  )
}
