import { useCallback, useMemo, useState } from 'react'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { type AuditFilters, readAuditFilters, writeAuditFilters } from './audit-filters.ts'

/**
 * The filters and the page, kept in the address. A changed filter leads to the first page.
 * @returns clears: how often the filters were cleared, a key for fields that hold text that is no filter yet
 */
export function useAuditFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readAuditFilters(params), [params])
  const change = useCallback(
    (changed: Partial<AuditFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeAuditFilters({ ...readAuditFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  const [clears, setClears] = useState(0)
  const clear = useCallback(() => {
    setClears((count) => count + 1)
    changeParams(() => new URLSearchParams())
  }, [changeParams])
  return { filters, change, clear, clears }
}
