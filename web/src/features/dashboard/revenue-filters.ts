import { revenueGroupings } from '@raahi/contract/revenue'
import type { FilterFields } from '../../lib/list-filters.ts'

/** The grouping and the days of the revenue report. */
export const revenueFilters = {
  by: { kind: 'choice', values: revenueGroupings, default: 'destination' },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies FilterFields
