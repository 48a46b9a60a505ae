import { maxLengths } from '@raahi/contract/field-checks'
import { invoiceKinds } from '@raahi/contract/invoices'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The filters of the invoices. The dates are days in India, both inclusive. */
export const invoiceFilters = {
  kind: { kind: 'choice', values: invoiceKinds },
  search: { kind: 'text', maxLength: maxLengths.reference },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies FilterFields
export type InvoiceFilters = FiltersOf<typeof invoiceFilters>
