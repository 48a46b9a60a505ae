import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { type LeadFilters, leadFilters, leadQueryOf } from './lead-filters.ts'
import { leadPageQuery } from './leads.api.ts'

/** The filters of a list of leads. A change requests its page before the address is drawn, which takes a slow phone long. */
export function useLeadFilters() {
  const client = useQueryClient()
  const requestPage = useCallback(
    (filters: LeadFilters) => void client.prefetchQuery(leadPageQuery(leadQueryOf(filters))),
    [client],
  )
  return useListFilters(leadFilters, requestPage)
}
