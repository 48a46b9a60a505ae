import { listedKycStatuses } from '@raahi/contract/kyc'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The tab and the order of the KYC queue. Waiting documents are listed oldest first. `open` is the agent whose document is shown. */
export const kycFilters = {
  status: { kind: 'choice', values: [...listedKycStatuses, 'all'], default: 'submitted' },
  open: { kind: 'text', maxLength: 36, pattern: /^[\da-f-]{36}$/, isPosition: true },
  sort: { kind: 'choice', values: ['-submittedAt', 'submittedAt'], default: 'submittedAt' },
} as const satisfies FilterFields
export type KycFilters = FiltersOf<typeof kycFilters>
