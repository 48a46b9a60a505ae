import { leadsPerPage } from '@raahi/contract/leads'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { type LeadFilters, leadFilters, leadQueryOf } from '../lead-facts/public/lead-filters.ts'
import { leadPageQuery } from './leads.api.ts'

/**
 * The filters of a list of leads. A change requests its page before the new address is rendered, because rendering is
 * slow on cheap phones.
 * @param onChange called with the new and the current filters; must be stable
 * @param limit leads per page
 */
export function useLeadFilters(
  onChange?: (changed: LeadFilters, present: LeadFilters) => void,
  limit = leadsPerPage,
) {
  const client = useQueryClient()
  const beforeChange = useCallback(
    (changed: LeadFilters, present: LeadFilters) => {
      void client.prefetchQuery(leadPageQuery({ ...leadQueryOf(changed), limit }))
      onChange?.(changed, present)
    },
    [client, onChange, limit],
  )
  return useListFilters(leadFilters, beforeChange)
}
