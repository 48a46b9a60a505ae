import { maxLengths } from '@raahi/contract/field-checks'
import { kycStatuses } from '@raahi/contract/kyc-states'
import { planFilters, userSorts, userStatuses } from '@raahi/contract/users'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** The filters and the order of the list of users. */
export const userFilters = {
  search: { kind: 'text', maxLength: maxLengths.email },
  name: { kind: 'text' },
  email: { kind: 'text', maxLength: maxLengths.email },
  city: { kind: 'text' },
  companyName: { kind: 'text' },
  status: { kind: 'choice', values: userStatuses },
  plan: { kind: 'choice', values: planFilters },
  kycStatus: { kind: 'choice', values: kycStatuses },
  sort: { kind: 'choice', values: userSorts, default: '-createdAt' },
} as const satisfies FilterFields
export type UserFilters = FiltersOf<typeof userFilters>
