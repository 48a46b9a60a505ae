import { maxLengths } from '@raahi/contract/field-checks'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The filters of the list of users. */
export const userFilters = {
  name: { kind: 'text' },
  email: { kind: 'text', maxLength: maxLengths.email },
  city: { kind: 'text' },
  companyName: { kind: 'text' },
} as const satisfies FilterFields
export type UserFilters = FiltersOf<typeof userFilters>
