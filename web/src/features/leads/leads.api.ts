import { toWireStatus } from '@raahi/contract/lead-status'
import { type LeadListQuery, leadsPerPage, listLeads } from '@raahi/contract/leads'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { leadsKey } from '../../lib/query-keys.ts'

/** Longer than a slow phone takes to draw a changed filter. */
const justReadMs = 3_000

/** The query of a list of leads. An absent filter is not applied. */
export type LeadQuery = Partial<LeadListQuery>

/** A page of leads. The previous page stays on screen until the next one is loaded. */
export function leadPageQuery({ expired, status, ...filters }: LeadQuery) {
  const query = {
    ...filters,
    ...(status && toWireStatus(status)),
    ...(expired !== undefined && { expired: expired ? ('true' as const) : ('false' as const) }),
    page: String(filters.page ?? 1),
    limit: String(filters.limit ?? leadsPerPage),
  }
  return queryOptions({
    queryKey: [...leadsKey, 'page', query],
    queryFn: ({ signal }) => call(listLeads, { query }, { signal }),
    placeholderData: keepPreviousData,
    // Other agents buy too, so the page is refetched when it is shown again, but not when it is first rendered: a
    // changed filter requests the page before the new address is rendered, and the response may arrive before that.
    staleTime: justReadMs,
  })
}

export function useLeadPage(filters: LeadQuery) {
  return useQuery(leadPageQuery(filters))
}

/** Text of a failed list of leads. `isRefresh`: older leads are on the screen. */
export function leadListFailure(error: unknown, isRefresh: boolean): string {
  return errorWithReason(
    error,
    isRefresh ? 'The list could not be refreshed.' : 'The leads could not be loaded.',
  )
}
