import { useCallback, useMemo } from 'react'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { type AuditFilters, readAuditFilters, writeAuditFilters } from './audit-filters.ts'

/** The filters and the page, kept in the address. A changed filter leads to the first page. */
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
  const clear = useCallback(() => changeParams(() => new URLSearchParams()), [changeParams])
  return { filters, change, clear }
}
