import {
  allTransactions,
  exportTransactions,
  getTransactionSummary,
} from '@raahi/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { callForFile } from '../../../lib/api-file.ts'
import { askedOf, type TransactionFilters } from './transaction-filters.ts'

/** Key of all that is read of everybody's transactions. */
export const transactionsKey = ['transactions'] as const

/** Transactions a page. */
export const transactionsPerPage = 10

/** A page of everybody's transactions. The page before stays on screen until the next one is there. */
export function useTransactionPage(filters: TransactionFilters) {
  const query = {
    ...askedOf(filters, new Date()),
    page: String(filters.page),
    limit: String(transactionsPerPage),
  }
  return useQuery({
    queryKey: [...transactionsKey, 'page', query],
    queryFn: ({ signal }) => call(allTransactions, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The figures over all that the filters find. */
export function useTransactionSummary(filters: TransactionFilters) {
  const query = askedOf(filters, new Date())
  return useQuery({
    queryKey: [...transactionsKey, 'summary', query],
    queryFn: ({ signal }) => call(getTransactionSummary, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** All that the filters find, as a file. */
export function fetchTransactionsFile(filters: TransactionFilters): Promise<Blob> {
  return callForFile(exportTransactions, { query: askedOf(filters, new Date()) })
}
