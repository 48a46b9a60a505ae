import type { TransactionFilters } from '@raahi/contract/transactions'
import type { Database } from '../../platform/database/connect.ts'
import { columnsFor, type Table } from '../../platform/export/columns.ts'
import { batchesOfSnapshot } from '../../platform/export/read-rows.ts'
import { findTransactionsAfter, type TransactionRow } from './list-transactions.queries.ts'
import { describeTransaction } from './transaction-description.ts'

const statusLabels = { captured: 'Completed', failed: 'Failed', lead_refund: 'Refunded' }

const { text, money, instant } = columnsFor<TransactionRow>()

const columns = [
  ...instant(['Date (IST)', 'Time (IST)'], (row) => new Date(row.created_at)),
  text('Payment ID', (row) => row.payment_id),
  text('Method', (row) => row.method.replaceAll('_', ' ')),
  text('Status', (row) => statusLabels[row.status]),
  text('Agent', (row) => row.user_name),
  text('Email', (row) => row.user_email),
  text('Plan', (row) => row.plan_name),
  text('Description', describeTransaction),
  text('Currency', () => 'INR'),
  money('Amount', (row) => row.amount_paise),
  text('Transaction ID', (row) => row.id),
  text('Reference', (row) => row.reference),
  text('Note', (row) => row.note),
]

/** Exports the filtered transactions, newest first, all from one snapshot. */
export function exportTransactions(
  database: Database,
  filters: TransactionFilters,
): Table<TransactionRow> {
  const batches = batchesOfSnapshot<TransactionRow>(database, (tx, after, limit) =>
    findTransactionsAfter(tx, filters, after, limit),
  )
  return { columns, batches }
}
