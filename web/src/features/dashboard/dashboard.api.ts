import { getDashboard } from '@raahi/contract/dashboard'
import type { Answer } from '@raahi/contract/endpoint'
import { listLeads } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { leadsKey } from '../leads/leads.api.ts'

/** Key of the marketplace's figures. */
export const dashboardKey = ['dashboard'] as const

export type DashboardFigures = Answer<typeof getDashboard>

/** Leads in the panel of recent ones. */
export const recentLeadsShown = 4

/** The six figures and the top destinations. */
export function useDashboard() {
  return useQuery({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
  })
}

/** The newest leads. Under the key of all lists of leads, so that what changes a lead refreshes them too. */
export function useRecentLeads() {
  return useQuery({
    queryKey: [...leadsKey, 'recent'],
    queryFn: ({ signal }) =>
      call(listLeads, { query: { limit: String(recentLeadsShown) } }, { signal }),
    select: (page) => page.leads,
  })
}
