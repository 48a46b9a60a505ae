import { leadTypes, replacementStatuses } from '@raahi/contract/leads'
import { IconRefresh } from '@tabler/icons-react'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import panel from '../../ui/search-panel.module.css'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { leadTypeLabels } from '../lead-facts/public/lead-labels.ts'
import type { purchaseFilters } from './purchase-filters.ts'
import { fetchPurchasesFile } from './purchases.api.ts'
import { replacementLabels } from './replacement-badge.tsx'

const typeOptions = filterOptions('All Types', leadTypes, leadTypeLabels)
const replacementOptions = filterOptions('All', replacementStatuses, replacementLabels)

interface PurchaseSearchBarProps {
  list: ListFilters<typeof purchaseFilters>
  onRefresh: () => void
  refreshing: boolean
  /** Whether no purchase matches the filters. */
  empty: boolean
}

/** The filters, a button that refetches the list, and the export of the filtered list. */
export function PurchaseSearchBar({ list, onRefresh, refreshing, empty }: PurchaseSearchBarProps) {
  return (
    <SearchPanel
      activeCount={list.count}
      onClear={list.clear}
      actions={
        <>
          <BusyButton
            className={panel.refresh}
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={onRefresh}
            busy={refreshing}
          >
            {refreshing ? 'Refreshing..' : 'Refresh'}
          </BusyButton>
          <ExportButton
            name="purchased-leads"
            fetchFile={(format) => fetchPurchasesFile(list.filters, format)}
            empty={empty}
          />
        </>
      }
    >
      <TextFilter
        label="Search"
        placeholder="Name, contact, place or number"
        {...list.textField('search')}
      />
      <ChoiceFilter label="Type" options={typeOptions} {...list.choiceField('leadType')} />
      <TextFilter label="Destination" placeholder="Goa" {...list.textField('destination')} />
      <ChoiceFilter
        label="Replacement"
        options={replacementOptions}
        {...list.choiceField('replacementStatus')}
      />
      <DateRangeFilter
        withPeriods
        from={list.dateField('startDate')}
        to={list.dateField('endDate')}
        fromLabel="Bought from"
        toLabel="Bought to"
      />
    </SearchPanel>
  )
}
