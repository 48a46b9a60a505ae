import { TextInput } from '@mantine/core'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { SearchPanel } from '../../ui/search-panel.tsx'
import {
  countUserFilters,
  type UserFilterName,
  type UserFilters,
  userFilterNames,
} from './user-filters.ts'

const labels: Record<UserFilterName, string> = {
  name: 'Name',
  email: 'Email',
  city: 'City',
  companyName: 'Company',
}

interface UserSearchPanelProps {
  filters: UserFilters
  onChange: (changed: Partial<UserFilters>, options?: { replace?: boolean }) => void
  onClear: () => void
}

/** The filters of the list of users; each takes effect when typing pauses. */
export function UserSearchPanel({ filters, onChange, onClear }: UserSearchPanelProps) {
  return (
    <SearchPanel activeCount={countUserFilters(filters)} onClear={onClear}>
      {userFilterNames.map((name) => (
        <TextFilter
          key={name}
          label={labels[name]}
          maxLength={name === 'email' ? 254 : 120}
          value={filters[name] ?? ''}
          onCommit={(text, again) => onChange({ [name]: text || undefined }, { replace: again })}
        />
      ))}
    </SearchPanel>
  )
}

interface TextFilterProps {
  label: string
  maxLength: number
  value: string
  onCommit: (text: string, again: boolean) => void
}

function TextFilter({ label, maxLength, value, onCommit }: TextFilterProps) {
  const field = useDebouncedText(value, onCommit)
  return (
    <TextInput label={label} type="search" maxLength={maxLength} autoComplete="off" {...field} />
  )
}
