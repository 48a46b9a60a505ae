import { revenueGroupings } from '@raahi/contract/revenue'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'
import { type ListFilters, useListFilters } from '../../lib/use-list-filters.ts'

/** The period of the dashboard, and the grouping of its revenue report. */
const dashboardFilters = {
  by: { kind: 'choice', values: revenueGroupings, default: 'destination' },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies FilterFields

export type DashboardFilters = ListFilters<typeof dashboardFilters>
/** The chosen days. Without one, the last 30 days. */
export type DashboardPeriod = Pick<FiltersOf<typeof dashboardFilters>, 'from' | 'to'>

export function useDashboardFilters(): DashboardFilters {
  return useListFilters(dashboardFilters)
}
