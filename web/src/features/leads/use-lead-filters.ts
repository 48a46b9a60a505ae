import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type LeadFilters, readLeadFilters, writeLeadFilters } from './lead-filters.ts'

interface ChangeOptions {
  /** Takes the place of the present entry of the history. */
  replace?: boolean
  /** Goes to the top of the page, as another page of the list does. */
  toTop?: boolean
}

/** The marketplace's filters and page, kept in the address. A changed filter leads to the first page. */
export function useLeadFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readLeadFilters(params), [params])

  const change = useCallback(
    (changed: Partial<LeadFilters>, { replace = false, toTop = false }: ChangeOptions = {}) =>
      setParams(
        (present) => writeLeadFilters({ ...readLeadFilters(present), page: 1, ...changed }),
        { replace, preventScrollReset: !toTop },
      ),
    [setParams],
  )
  const clear = useCallback(
    () =>
      setParams(
        (present) =>
          writeLeadFilters({
            ...readLeadFilters(new URLSearchParams()),
            sort: readLeadFilters(present).sort,
          }),
        { preventScrollReset: true },
      ),
    [setParams],
  )
  return { filters, change, clear }
}
