import { requestStatuses } from '@raahi/contract/leads'
import { type ReplacementReason, replacementReasons } from '@raahi/contract/replacements'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

const reasons = Object.keys(replacementReasons) as ReplacementReason[]

/** The tab, the filters and the order of the replacement requests. 'usual': pending by the time left, others newest first. `open` is the request that is shown. */
export const requestFilters = {
  status: { kind: 'choice', values: [...requestStatuses, 'all'], default: 'pending' },
  search: { kind: 'text' },
  reason: { kind: 'choice', values: reasons },
  decidable: { kind: 'choice', values: ['true'] },
  open: { kind: 'text', maxLength: 36, pattern: /^[\da-f-]{36}$/, isPosition: true },
  sort: { kind: 'choice', values: ['usual', '-createdAt', 'createdAt'], default: 'usual' },
} as const satisfies FilterFields
export type RequestFilters = FiltersOf<typeof requestFilters>
