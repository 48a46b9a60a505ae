import { useCallback, useMemo, useState } from 'react'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { type InvoiceFilters, readInvoiceFilters, writeInvoiceFilters } from './invoice-filters.ts'

/**
 * The filters and the page, kept in the address. A changed filter leads to the first page.
 * @returns clears: how often the filters were cleared, a key for fields that hold text that is no filter yet
 */
export function useInvoiceFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readInvoiceFilters(params), [params])
  const change = useCallback(
    (changed: Partial<InvoiceFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) => writeInvoiceFilters({ ...readInvoiceFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  const [clears, setClears] = useState(0)
  const clear = useCallback(() => {
    setClears((count) => count + 1)
    changeParams(() => new URLSearchParams())
  }, [changeParams])
  return { filters, change, goToPage, clear, clears }
}
