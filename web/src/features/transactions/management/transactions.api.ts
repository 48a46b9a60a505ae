import type { ExportFormat } from '@raahi/contract/export-format'
import { findUnpaidOrders } from '@raahi/contract/money-timeline'
import {
  allTransactions,
  exportTransactions,
  getTransactionSummary,
} from '@raahi/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { callForFile } from '../../../lib/api-file.ts'
import { transactionsKey } from '../../../lib/query-keys.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { type TransactionFilters, transactionQuery } from './transaction-filters.ts'

/** Transactions per page. */
export const transactionsPerPage = 10

/** A page of the transactions of all agents. The previous page stays on screen until the next one is loaded. */
export function useTransactionPage(filters: TransactionFilters) {
  const query = {
    ...transactionQuery(filters, serverNow()),
    page: String(filters.page),
    limit: String(transactionsPerPage),
  }
  return useQuery({
    queryKey: [...transactionsKey, 'page', query],
    queryFn: ({ signal }) => call(allTransactions, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The newest orders without a payment that the text finds. Those of the previous text stay until the next are loaded. */
export function useUnpaidOrders(search: string) {
  return useQuery({
    queryKey: [...transactionsKey, 'unpaid-orders', search],
    queryFn: ({ signal }) => call(findUnpaidOrders, { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The figures for all transactions that match the filters. */
export function useTransactionSummary(
  filters: TransactionFilters,
  { enabled }: { enabled: boolean },
) {
  const query = transactionQuery(filters, serverNow())
  return useQuery({
    queryKey: [...transactionsKey, 'summary', query],
    queryFn: ({ signal }) => call(getTransactionSummary, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** All transactions that match the filters, as a file. */
export function fetchTransactionsFile(
  filters: TransactionFilters,
  format: ExportFormat,
): Promise<Blob> {
  const query = { ...transactionQuery(filters, serverNow()), format }
  return callForFile(exportTransactions, { query })
}
