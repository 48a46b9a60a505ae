import { moneyRequestStatuses } from '@raahi/contract/money-requests'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The tab of the approvals. */
export const moneyRequestFilters = {
  status: { kind: 'choice', values: [...moneyRequestStatuses, 'all'], default: 'pending' },
} as const satisfies FilterFields
export type MoneyRequestFilters = FiltersOf<typeof moneyRequestFilters>
