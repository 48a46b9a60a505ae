import { useCallback, useMemo } from 'react'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { readUserFilters, type UserFilters, writeUserFilters } from './user-filters.ts'

/** The filters and the page, kept in the address. A changed filter leads to the first page. */
export function useUserFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readUserFilters(params), [params])
  const change = useCallback(
    (changed: Partial<UserFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeUserFilters({ ...readUserFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  const clear = useCallback(() => changeParams(() => new URLSearchParams()), [changeParams])
  return { filters, change, clear }
}
