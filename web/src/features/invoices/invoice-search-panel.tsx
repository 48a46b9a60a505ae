import { type InvoiceKind, invoiceKinds } from '@raahi/contract/invoices'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import type { invoiceFilters } from './invoice-filters.ts'

const kindLabels: Record<InvoiceKind, string> = { invoice: 'Invoices', credit_note: 'Credit Notes' }
const kindOptions = filterOptions('All Documents', invoiceKinds, kindLabels)

/** The filters of the documents: kind, text and dates. */
export function InvoiceSearchPanel({ list }: { list: ListFilters<typeof invoiceFilters> }) {
  return (
    <SearchPanel activeCount={list.count} onClear={list.clear}>
      <TextFilter label="Search" placeholder="Number, agent, GSTIN" {...list.textField('search')} />
      <ChoiceFilter label="Document" options={kindOptions} {...list.choiceField('kind')} />
      <DateRangeFilter
        onPeriod={list.change}
        from={list.dateField('from')}
        to={list.dateField('to')}
      />
    </SearchPanel>
  )
}
