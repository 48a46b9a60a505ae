import { useCallback, useMemo } from 'react'
import { useAddressParams } from '../../../lib/use-address-params.ts'
import {
  readTransactionFilters,
  type TransactionFilters,
  writeTransactionFilters,
} from './transaction-filters.ts'

/** The filters and the page, kept in the address. A changed filter leads to the first page. */
export function useTransactionFilters() {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readTransactionFilters(params), [params])
  const change = useCallback(
    (changed: Partial<TransactionFilters>, options?: { replace?: boolean; toTop?: boolean }) =>
      changeParams(
        (present) =>
          writeTransactionFilters({ ...readTransactionFilters(present), page: 1, ...changed }),
        options,
      ),
    [changeParams],
  )
  const clear = useCallback(() => changeParams(() => new URLSearchParams()), [changeParams])
  return { filters, change, clear }
}
