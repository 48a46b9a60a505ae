import { NativeSelect, TextInput } from '@mantine/core'
import { type LeadType, leadTypes } from '@raahi/contract/leads'
import { IconRefresh } from '@tabler/icons-react'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { leadTypeLabels } from '../leads/lead-labels.ts'
import type { PurchaseFilters } from './purchase-filters.ts'

const typeOptions = [
  { value: '', label: 'All Types' },
  ...leadTypes.map((type) => ({ value: type, label: leadTypeLabels[type] })),
]

interface PurchaseSearchBarProps {
  filters: PurchaseFilters
  onChange: (changed: Partial<PurchaseFilters>, replace?: boolean) => void
  onRefresh: () => void
  refreshing: boolean
}

/** Search, type, and reading the list again. */
export function PurchaseSearchBar({
  filters,
  onChange,
  onRefresh,
  refreshing,
}: PurchaseSearchBarProps) {
  const search = useDebouncedText(filters.search, (text, again) =>
    onChange({ search: text }, again),
  )
  return (
    <SearchPanel
      activeCount={(filters.search ? 1 : 0) + (filters.leadType ? 1 : 0)}
      onClear={() => onChange({ search: '', leadType: undefined })}
      actions={
        <BusyButton
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={onRefresh}
          busy={refreshing}
        >
          {refreshing ? 'Refreshing..' : 'Refresh'}
        </BusyButton>
      }
    >
      <TextInput
        label="Search"
        type="search"
        placeholder="Name, place or number"
        maxLength={120}
        autoComplete="off"
        {...search}
      />
      <NativeSelect
        label="Type"
        data={typeOptions}
        value={filters.leadType ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ leadType: (value || undefined) as LeadType | undefined })
        }
      />
    </SearchPanel>
  )
}
