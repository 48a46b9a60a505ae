import { Button } from '@mantine/core'
import type { PurchaseLayout } from '@raahi/contract/lead-preferences'
import { leadTypes, replacementStatuses } from '@raahi/contract/leads'
import { IconLayoutGrid, IconLayoutKanban, IconList, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import panel from '../../ui/search-panel.module.css'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
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
  /** Undefined until the agent's layout is known. */
  layout: PurchaseLayout | undefined
  onLayout: (layout: PurchaseLayout) => void
}

const layouts = [
  { value: 'list', text: 'List', icon: <IconList size={16} aria-hidden /> },
  { value: 'cards', text: 'Cards', icon: <IconLayoutGrid size={16} aria-hidden /> },
] as const

/** The filters, a button that refetches the list, the export of the filtered list, the layouts and a link to the board. */
export function PurchaseSearchBar({
  list,
  onRefresh,
  refreshing,
  empty,
  layout,
  onLayout,
}: PurchaseSearchBarProps) {
  const isCaller = useAgentRole() === 'caller'
  return (
    <SearchPanel
      activeCount={list.count}
      onClear={list.clear}
      hasIconActions
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
          {!isCaller && (
            <ExportButton
              name="purchased-leads"
              fetchFile={(format) => fetchPurchasesFile(list.filters, format)}
              empty={empty}
            />
          )}
          <ToggleGroup
            label="Layout"
            options={layouts}
            value={layout ?? 'list'}
            onChange={onLayout}
          />
          <Button
            component={Link}
            to="/dashboard/pipeline?view=board"
            variant="default"
            leftSection={<IconLayoutKanban size={18} aria-hidden />}
          >
            Board
          </Button>
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
        onPeriod={({ from, to }) => list.change({ startDate: from, endDate: to })}
        from={list.dateField('startDate')}
        to={list.dateField('endDate')}
        fromLabel="Bought from"
        toLabel="Bought to"
      />
    </SearchPanel>
  )
}
