import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  readTransactionFilters,
  type TransactionFilters,
  writeTransactionFilters,
} from './transaction-filters.ts'

interface ChangeOptions {
  /** Takes the place of the present entry of the history. */
  replace?: boolean
  /** Goes to the top of the page, as another page of the list does. */
  toTop?: boolean
}

/** The filters and the page, kept in the address. A changed filter leads to the first page. */
export function useTransactionFilters() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readTransactionFilters(params), [params])
  const change = useCallback(
    (
      changed: Partial<TransactionFilters>,
      { replace = false, toTop = false }: ChangeOptions = {},
    ) =>
      setParams(
        (present) =>
          writeTransactionFilters({ ...readTransactionFilters(present), page: 1, ...changed }),
        { replace, preventScrollReset: !toTop },
      ),
    [setParams],
  )
  const clear = useCallback(
    () => setParams(new URLSearchParams(), { preventScrollReset: true }),
    [setParams],
  )
  return { filters, change, clear }
}
