import { assigneeFilters } from '@raahi/contract/assignee-filter'
import { leadTypes, replacementStatuses } from '@raahi/contract/leads'
import { leadNumberPattern } from '@raahi/contract/purchases'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The filters of the purchased leads. `lead` is the number of the lead that is open, on any page. */
export const purchaseFilters = {
  search: { kind: 'text' },
  leadType: { kind: 'choice', values: leadTypes },
  destination: { kind: 'text' },
  assignee: { kind: 'choice', values: assigneeFilters },
  replacementStatus: { kind: 'choice', values: replacementStatuses },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  lead: { kind: 'text', maxLength: 18, pattern: leadNumberPattern, isPosition: true },
} as const satisfies FilterFields
export type PurchaseFilters = FiltersOf<typeof purchaseFilters>
