import { maxLengths } from '@raahi/contract/field-checks'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/**
 * The filters of the audit log. `actors` unset: all actions except those of agents. The dates are days in India, both
 * inclusive.
 */
export const auditFilters = {
  actors: { kind: 'choice', values: ['all'] },
  actor: { kind: 'text', maxLength: maxLengths.email },
  action: { kind: 'text', maxLength: maxLengths.reference, pattern: /^[a-z-]+\.[a-z-]+$/ },
  subjectId: { kind: 'text', maxLength: 36, pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies FilterFields
export type AuditFilters = FiltersOf<typeof auditFilters>
