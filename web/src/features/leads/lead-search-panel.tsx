import { memo } from 'react'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import type { leadFilters } from '../lead-facts/public/lead-filters.ts'
import {
  leadTypeOptions,
  sortOptions,
  statusOptions,
  tripTypeOptions,
  verifiedOptions,
} from './lead-filter-options.ts'

/** The filters of the admin's list of leads. */
export const LeadSearchPanel = memo(function LeadSearchPanel({
  list,
}: {
  list: ListFilters<typeof leadFilters>
}) {
  return (
    <SearchPanel
      activeCount={list.count}
      onClear={list.clear}
      search={
        <TextFilter
          aria-label="Search by name"
          placeholder="Search by name or phone"
          {...list.textField('search')}
        />
      }
    >
      <ChoiceFilter label="Lead type" options={leadTypeOptions} {...list.choiceField('leadType')} />
      <ChoiceFilter label="Trip type" options={tripTypeOptions} {...list.choiceField('tripType')} />
      <ChoiceFilter label="Status" options={statusOptions} {...list.choiceField('status')} />
      <ChoiceFilter
        label="Verified contact"
        options={verifiedOptions}
        {...list.choiceField('verified')}
      />
      <TextFilter label="Destination" {...list.textField('destination')} />
      <TextFilter label="Traveller's city" {...list.textField('city')} />
      <TextFilter
        label="Highest price"
        placeholder="Up to ₹"
        inputMode="decimal"
        {...list.textField('maxPrice')}
      />
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
