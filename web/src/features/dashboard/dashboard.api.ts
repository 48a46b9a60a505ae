import { getDashboard, getOverview } from '@raahi/contract/dashboard'
import type { Answer } from '@raahi/contract/endpoint'
import { listLeads } from '@raahi/contract/leads'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dashboardKey, leadsKey } from '../../lib/query-keys.ts'
import type { DashboardPeriod } from './dashboard-filters.ts'

export type DashboardFigures = Answer<typeof getDashboard>

/** Number of leads in the panel of recent leads. */
export const maxRecentLeads = 4

/** The six figures and the top destinations. */
export function useDashboard() {
  return useQuery({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
    staleTime: 10_000,
  })
}

export type Overview = Answer<typeof getOverview>

/**
 * The open work and the figures of a period, read again each minute while the page is visible. The earlier figures stay on
 * screen until those of another period arrive.
 */
export function useOverview({ from, to }: DashboardPeriod) {
  const query = { from, to }
  return useQuery({
    queryKey: [...dashboardKey, 'overview', query],
    queryFn: ({ signal }) => call(getOverview, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    staleTime: 10_000,
  })
}

/** The newest leads. The key is below the key of all lead lists, so that a change of a lead refreshes them too. */
export function useRecentLeads() {
  return useQuery({
    queryKey: [...leadsKey, 'recent'],
    queryFn: ({ signal }) =>
      call(listLeads, { query: { limit: String(maxRecentLeads) } }, { signal }),
    select: (page) => page.leads,
    staleTime: 10_000,
  })
}
