import { enquiryStatuses } from '@raahi/contract/enquiries'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'

/**
 * The tab, the filters and the order of the enquiries. The tab `suspected` has the new enquiries with a filled honeypot,
 * which the tab `new` leaves out; `not-called` those whose traveller waits for a call of the agent.
 */
export const enquiryFilters = {
  status: {
    kind: 'choice',
    values: [...enquiryStatuses, 'not-called', 'suspected', 'all'],
    default: 'new',
  },
  search: { kind: 'text' },
  duplicates: { kind: 'choice', values: ['only', 'none'] },
  sort: { kind: 'choice', values: ['-createdAt', 'createdAt'], default: '-createdAt' },
} as const satisfies FilterFields
export type EnquiryFilters = FiltersOf<typeof enquiryFilters>

/** The address of the list with one enquiry alone, in every status. */
export function enquiryAddress(reference: string): string {
  return `/dashboard/enquiries?status=all&search=${reference}`
}
