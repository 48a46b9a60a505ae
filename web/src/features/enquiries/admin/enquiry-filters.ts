import { enquiryStatuses } from '@raahi/contract/enquiries'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'

/**
 * The tab, the filters and the order of the enquiries. The tab `suspected` lists the new enquiries that are suspected
 * spam, which the tab `new` excludes. The tab `corrected` lists those whose lead is
 * off sale until an admin has read a correction. The tab `not-called` lists the enquiries with an open call report. `open` is
 * the reference of the enquiry whose detail is shown.
 */
export const enquiryFilters = {
  status: {
    kind: 'choice',
    values: [...enquiryStatuses, 'corrected', 'not-called', 'suspected', 'all'],
    default: 'new',
  },
  search: { kind: 'text' },
  duplicates: { kind: 'choice', values: ['only', 'none'] },
  sort: { kind: 'choice', values: ['-createdAt', 'createdAt'], default: '-createdAt' },
  open: { kind: 'text', maxLength: 12, pattern: /^RQ-\d+$/, isPosition: true },
} as const satisfies FilterFields
export type EnquiryFilters = FiltersOf<typeof enquiryFilters>
