import { transactionMethods } from '@raahi/contract/transactions'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'

/** The movements that the wallet shows. */
export const statementViews = ['rupees', 'planLeads'] as const

/** The filters of the wallet statement. */
export const statementFilters = {
  view: { kind: 'choice', values: statementViews, default: 'rupees' },
  method: { kind: 'choice', values: transactionMethods },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
} as const satisfies FilterFields
export type StatementFilters = FiltersOf<typeof statementFilters>
