import { listedKycStatuses } from '@raahi/contract/kyc'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The tab and the order of the KYC queue. Waiting documents are listed oldest first. */
export const kycFilters = {
  status: { kind: 'choice', values: [...listedKycStatuses, 'all'], default: 'submitted' },
  sort: { kind: 'choice', values: ['-submittedAt', 'submittedAt'], default: 'submittedAt' },
} as const satisfies FilterFields
export type KycFilters = FiltersOf<typeof kycFilters>
