import type { ListFilters } from '../../lib/use-list-filters.ts'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import type { userFilters } from './user-filters.ts'

/** The filters of the list of users. */
export function UserSearchPanel({ list }: { list: ListFilters<typeof userFilters> }) {
  return (
    <SearchPanel activeCount={list.count} onClear={list.clear}>
      <TextFilter label="Name" {...list.textField('name')} />
      <TextFilter label="Email" {...list.textField('email')} />
      <TextFilter label="City" {...list.textField('city')} />
      <TextFilter label="Company" {...list.textField('companyName')} />
    </SearchPanel>
  )
}
