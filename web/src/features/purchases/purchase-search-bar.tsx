import { leadTypes } from '@raahi/contract/leads'
import { IconRefresh } from '@tabler/icons-react'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { leadTypeLabels } from '../leads/lead-labels.ts'
import type { purchaseFilters } from './purchase-filters.ts'

const typeOptions = filterOptions('All Types', leadTypes, leadTypeLabels)

interface PurchaseSearchBarProps {
  list: ListFilters<typeof purchaseFilters>
  onRefresh: () => void
  refreshing: boolean
}

/** Search and type, and a button that loads the list again. */
export function PurchaseSearchBar({ list, onRefresh, refreshing }: PurchaseSearchBarProps) {
  return (
    <SearchPanel
      activeCount={list.count}
      onClear={list.clear}
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
      <TextFilter
        label="Search"
        placeholder="Name, place or number"
        {...list.textField('search')}
      />
      <ChoiceFilter label="Type" options={typeOptions} {...list.choiceField('leadType')} />
    </SearchPanel>
  )
}
