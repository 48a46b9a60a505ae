import { replacementReasons } from '@raahi/contract/replacements'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import type { requestFilters } from './request-filters.ts'

const reasonOptions = [
  { value: '', label: 'All reasons' },
  ...Object.entries(replacementReasons).map(([value, label]) => ({ value, label })),
]
const decidableOptions = [
  { value: '', label: 'All requests' },
  { value: 'true', label: 'For me to decide' },
]
const pendingSorts = [
  { value: 'usual', label: 'Least time left' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
]
const otherSorts = [
  { value: 'usual', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
]

/** The filters: text, reason, order, and whether to show pending requests that only another admin can decide. */
export function RequestSearchPanel({ list }: { list: ListFilters<typeof requestFilters> }) {
  const isPending = list.filters.status === 'pending'
  const sort = list.choiceField('sort')
  return (
    <SearchPanel
      isOneLine
      activeCount={list.count}
      onClear={list.clear}
      search={
        <TextFilter
          aria-label="Search"
          placeholder="Agent, phone or lead number"
          {...list.textField('search')}
        />
      }
    >
      <ChoiceFilter label="Reason" options={reasonOptions} {...list.choiceField('reason')} />
      {isPending && (
        <ChoiceFilter label="Show" options={decidableOptions} {...list.choiceField('decidable')} />
      )}
      <ChoiceFilter
        label="Sort by"
        options={isPending ? pendingSorts : otherSorts}
        {...sort}
        // Newest first is the usual order of the other tabs.
        value={!isPending && sort.value === '-createdAt' ? 'usual' : sort.value}
      />
    </SearchPanel>
  )
}
