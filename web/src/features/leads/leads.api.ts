import { type LeadListQuery, leadsPerPage, listLeads } from '@raahi/contract/leads'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorWithReason } from '../../lib/api-error.ts'

/** Key of all lists of leads: invalidating it loads them all again. */
export const leadsKey = ['leads'] as const

/** Longer than a slow phone takes to draw a changed filter. */
const justReadMs = 3_000

/** What a list of leads asks for; what is left out is not filtered by. */
export type LeadsAsked = Partial<LeadListQuery>

/** A page of leads. The page before stays on screen until the next one is there. */
export function leadPageQuery({ expired, ...asked }: LeadsAsked) {
  const query = {
    ...asked,
    ...(expired !== undefined && { expired: expired ? ('true' as const) : ('false' as const) }),
    page: String(asked.page ?? 1),
    limit: String(asked.limit ?? leadsPerPage),
  }
  return queryOptions({
    queryKey: [...leadsKey, 'page', query],
    queryFn: ({ signal }) => call(listLeads, { query }, { signal }),
    placeholderData: keepPreviousData,
    // Others buy too: read again when the page is looked at again, but not when it is drawn. A changed filter
    // requests the page before the new address is drawn, and the answer may arrive before that.
    staleTime: justReadMs,
  })
}

export function useLeadPage(asked: LeadsAsked) {
  return useQuery(leadPageQuery(asked))
}

/** Text of a failed list of leads. `isRefresh`: older leads are on the screen. */
export function leadListFailure(error: unknown, isRefresh: boolean): string {
  return errorWithReason(
    error,
    isRefresh ? 'The list could not be refreshed.' : 'The leads could not be loaded.',
  )
}
