import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The tab and the search of the contact messages, and the message that is shown. */
export const messageFilters = {
  status: { kind: 'choice', values: ['open', 'answered', 'suspected', 'all'], default: 'open' },
  search: { kind: 'text' },
  open: { kind: 'text', maxLength: 36, pattern: /^[\da-f-]{36}$/, isPosition: true },
} as const satisfies FilterFields
export type MessageFilters = FiltersOf<typeof messageFilters>
