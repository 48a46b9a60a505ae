import { useQueryClient } from '@tanstack/react-query'
import { transactionsKey } from '../../../lib/query-keys.ts'
import { useMay } from '../../../lib/session.ts'
import { useListFilters } from '../../../lib/use-list-filters.ts'
import { ExportButton } from '../../../ui/export-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from '../transactions.module.css'
import { transactionFilters } from './transaction-filters.ts'
import { TransactionList } from './transaction-list.tsx'
import type { TransactionRowsProps } from './transaction-parts.tsx'
import { TransactionSearchPanel } from './transaction-search-panel.tsx'
import { TransactionSummary } from './transaction-summary.tsx'
import {
  fetchTransactionsFile,
  useTransactionPage,
  useTransactionSummary,
} from './transactions.api.ts'
import { UnpaidOrders } from './unpaid-orders.tsx'

/**
 * The transactions of all agents, for an admin: figures, filters, list and export.
 * @param onReverse called with a recharge that is corrected or a payment that is refunded
 */
export function AllTransactions({ onReverse }: Pick<TransactionRowsProps, 'onReverse'>) {
  const list = useListFilters(transactionFilters)
  const { filters } = list
  const query = useTransactionPage(filters)
  const mayMoney = useMay('money')
  const summary = useTransactionSummary(filters, { enabled: mayMoney })
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: transactionsKey })
  return (
    <>
      <PageHeader
        title="All Transactions"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          mayMoney && (
            <ExportButton
              name="transactions"
              fetchFile={(format) => fetchTransactionsFile(filters, format)}
              empty={query.data?.totalDocs === 0}
            />
          )
        }
      />
      {mayMoney && <TransactionSummary query={summary} />}
      <TransactionSearchPanel
        list={list}
        onRefresh={refresh}
        refreshing={query.isFetching || summary.isFetching}
      />
      <p className={classes.hint}>
        The search also finds the name, email or phone of an agent, a lead (LD-000123), an order and
        a payment.
      </p>
      {filters.search && <UnpaidOrders search={filters.search} />}
      <TransactionList query={query} list={list} onReverse={onReverse} />
    </>
  )
}
