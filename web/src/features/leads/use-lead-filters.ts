import { useCallback, useMemo } from 'react'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { type LeadFilters, readLeadFilters, writeLeadFilters } from './lead-filters.ts'

/** The marketplace's filters and page, kept in the address. A changed filter leads to the first page. */
export function useLeadFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readLeadFilters(params), [params])
  const change = useCallback(
    (changed: Partial<LeadFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeLeadFilters({ ...readLeadFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  const clear = useCallback(
    () =>
      changeParams((present) =>
        writeLeadFilters({
          ...readLeadFilters(new URLSearchParams()),
          sort: readLeadFilters(present).sort,
        }),
      ),
    [changeParams],
  )
  return { filters, change, clear }
}
