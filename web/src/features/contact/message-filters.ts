import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The tab and the search of the contact messages. */
export const messageFilters = {
  status: { kind: 'choice', values: ['open', 'answered', 'suspected', 'all'], default: 'open' },
  search: { kind: 'text' },
} as const satisfies FilterFields
export type MessageFilters = FiltersOf<typeof messageFilters>
