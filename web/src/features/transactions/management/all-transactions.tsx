import { useCallback } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ExportButton } from '../export-button.tsx'
import { countTransactionFilters } from './transaction-filters.ts'
import { TransactionList } from './transaction-list.tsx'
import { TransactionSearchPanel } from './transaction-search-panel.tsx'
import { TransactionSummary } from './transaction-summary.tsx'
import {
  fetchTransactionsFile,
  useTransactionPage,
  useTransactionSummary,
} from './transactions.api.ts'
import { useTransactionFilters } from './use-transaction-filters.ts'

/** Everybody's transactions, for an admin: the figures, the filters, the list, the file. */
export function AllTransactions() {
  const { filters, change, clear } = useTransactionFilters()
  const list = useTransactionPage(filters)
  const summary = useTransactionSummary(filters)
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  const refresh = () => {
    list.refetch()
    summary.refetch()
  }
  return (
    <>
      <PageHeader
        title="All Transactions"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <ExportButton
            name="transactions"
            fetchFile={() => fetchTransactionsFile(filters)}
            empty={list.data?.totalDocs === 0}
          />
        }
      />
      <TransactionSummary query={summary} />
      <TransactionSearchPanel
        filters={filters}
        onChange={change}
        onClear={clear}
        onRefresh={refresh}
        refreshing={list.isFetching || summary.isFetching}
      />
      <TransactionList
        query={list}
        page={filters.page}
        onPageChange={goToPage}
        onClear={countTransactionFilters(filters) > 0 ? clear : undefined}
      />
    </>
  )
}
