import type { FilterFields } from '../../lib/list-filters.ts'

/** The days of the figures. */
export const sourceFilters = {
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies FilterFields
