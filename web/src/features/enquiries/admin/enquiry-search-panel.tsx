import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../../ui/choice-filter.tsx'
import { SearchPanel } from '../../../ui/search-panel.tsx'
import { TextFilter } from '../../../ui/text-filter.tsx'
import type { enquiryFilters } from './enquiry-filters.ts'

const duplicateOptions = [
  { value: '', label: 'All enquiries' },
  { value: 'none', label: 'Without duplicates' },
  { value: 'only', label: 'Duplicates only' },
]
const sortOptions = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
]

/** Search, duplicates and order. */
export function EnquirySearchPanel({ list }: { list: ListFilters<typeof enquiryFilters> }) {
  return (
    <SearchPanel
      isOneLine
      activeCount={list.count}
      onClear={list.clear}
      search={
        <TextFilter
          aria-label="Search"
          placeholder="Name, contact or number"
          {...list.textField('search')}
        />
      }
    >
      <ChoiceFilter
        label="Duplicates"
        options={duplicateOptions}
        {...list.choiceField('duplicates')}
      />
      <ChoiceFilter label="Sort by" options={sortOptions} {...list.choiceField('sort')} />
    </SearchPanel>
  )
}
