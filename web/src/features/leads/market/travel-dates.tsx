import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { DateRangeFilter } from '../../../ui/date-range-filter.tsx'
import type { leadFilters } from '../../lead-facts/public/lead-filters.ts'

/** The fields of the filter by travel dates. Loaded when they are opened. */
export default function TravelDates({ list }: { list: ListFilters<typeof leadFilters> }) {
  return (
    <DateRangeFilter
      from={list.dateField('travelFrom')}
      to={list.dateField('travelTo')}
      fromLabel="Travel from"
      toLabel="Travel to"
    />
  )
}
