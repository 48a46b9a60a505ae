import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The filters of the list of users. */
export const userFilters = {
  name: { kind: 'text', maxLength: 120 },
  email: { kind: 'text', maxLength: 254 },
  city: { kind: 'text', maxLength: 120 },
  companyName: { kind: 'text', maxLength: 120 },
} as const satisfies FilterFields
export type UserFilters = FiltersOf<typeof userFilters>
