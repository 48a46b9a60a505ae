import { type LeadSort, leadSorts, leadTypes, tripTypes } from '@raahi/contract/leads'
import { memo } from 'react'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import {
  ChoiceFilter,
  DateRangeFilter,
  filterOptions,
  TextFilter,
} from '../../ui/filter-fields.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import type { leadFilters } from './lead-filters.ts'
import {
  leadStatusLabels,
  leadTypeLabels,
  shownLeadStatuses,
  tripTypeLabels,
} from './lead-labels.ts'

const sortLabels: Record<LeadSort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  cost: 'Price: low to high',
  '-cost': 'Price: high to low',
  travelDate: 'Travel date: soonest',
  '-travelDate': 'Travel date: latest',
}

const leadTypeOptions = filterOptions('All Lead Types', leadTypes, leadTypeLabels)
const tripTypeOptions = filterOptions('All Trip Types', tripTypes, tripTypeLabels)
const statusOptions = filterOptions('All Status', shownLeadStatuses, leadStatusLabels)
const sortOptions = leadSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

interface LeadSearchPanelProps {
  list: ListFilters<typeof leadFilters>
  /** False where the list has a Clear filters button of its own. */
  canClear?: boolean
}

/** The marketplace's filters. */
export const LeadSearchPanel = memo(function LeadSearchPanel({
  list,
  canClear = true,
}: LeadSearchPanelProps) {
  return (
    <SearchPanel activeCount={list.count} onClear={canClear ? list.clear : undefined}>
      <TextFilter label="Search by name" {...list.textField('search')} />
      <ChoiceFilter label="Lead type" options={leadTypeOptions} {...list.choiceField('leadType')} />
      <ChoiceFilter label="Trip type" options={tripTypeOptions} {...list.choiceField('tripType')} />
      <ChoiceFilter label="Status" options={statusOptions} {...list.choiceField('satatus')} />
      <TextFilter label="Destination" {...list.textField('destination')} />
      <TextFilter label="Traveller's city" {...list.textField('city')} />
      <DateRangeFilter
        from={list.dateField('travelFrom')}
        to={list.dateField('travelTo')}
        fromLabel="Travel from"
        toLabel="Travel to"
      />
      <ChoiceFilter label="Sort by" options={sortOptions} {...list.choiceField('sort')} />
    </SearchPanel>
  )
})
