import { transactionMethods } from '@raahi/contract/transactions'
import type { FilterFields } from '../../../lib/list-filters.ts'

/** The filters of the wallet statement. */
export const statementFilters = {
  method: { kind: 'choice', values: transactionMethods },
} as const satisfies FilterFields
