import { transactionMethods } from '@raahi/contract/transactions'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'

/** The filters of the wallet statement. */
export const statementFilters = {
  method: { kind: 'choice', values: transactionMethods },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
} as const satisfies FilterFields
export type StatementFilters = FiltersOf<typeof statementFilters>
