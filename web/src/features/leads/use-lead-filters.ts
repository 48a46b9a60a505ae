import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { type LeadFilters, leadQueryOf, readLeadFilters, writeLeadFilters } from './lead-filters.ts'
import { leadPageQuery } from './leads.api.ts'

/**
 * The marketplace's filters and page, kept in the address. A changed filter leads to the first page.
 * @returns clears: how often the filters were cleared, a key for fields that hold text that is no filter yet
 */
export function useLeadFilters() {
  const [params, changeParams] = useAddressParams()
  const client = useQueryClient()
  const filters = useMemo(() => readLeadFilters(params), [params])
  const changeFilters = useCallback(
    (
      next: (present: LeadFilters) => LeadFilters,
      options?: { replace?: boolean; toTop?: boolean },
    ) =>
      changeParams((present) => {
        const params = writeLeadFilters(next(readLeadFilters(present)))
        // Asked for before the new address is drawn: on a slow phone that takes as long as the line does.
        client.prefetchQuery(leadPageQuery(leadQueryOf(readLeadFilters(params))))
        return params
      }, options),
    [changeParams, client],
  )
  const change = useCallback(
    (changed: Partial<LeadFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeFilters((present) => ({ ...present, page: 1, ...changed }), options),
    [changeFilters],
  )
  const [clears, setClears] = useState(0)
  const clear = useCallback(() => {
    setClears((count) => count + 1)
    changeFilters(({ sort }) => ({ ...readLeadFilters(new URLSearchParams()), sort }))
  }, [changeFilters])
  return { filters, change, clear, clears }
}
