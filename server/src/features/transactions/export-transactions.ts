import type { TransactionFilters } from '@raahi/contract/transactions'
import type { Database } from '../../platform/database/connect.ts'
import { type Cell, indianDateTime, rupeesCell } from '../../platform/http/csv.ts'
import { csvOfSnapshot } from '../../platform/http/stream-csv.ts'
import { findTransactionsAfter, type TransactionRow } from './list-transactions.queries.ts'
import { describeTransaction } from './transaction-description.ts'

const headings = [
  'Date and time (IST)',
  'Payment ID',
  'Method',
  'Status',
  'Agent',
  'Email',
  'Plan',
  'Description',
  'Currency',
  'Amount',
  'Transaction ID',
  'Reference',
  'Note',
]

/** Exports the filtered transactions as CSV, newest first, all from one snapshot. */
export function exportTransactions(
  database: Database,
  filters: TransactionFilters,
): AsyncGenerator<string, void> {
  return csvOfSnapshot<TransactionRow>(database, {
    headings,
    findAfter: (tx, after, limit) => findTransactionsAfter(tx, filters, after, limit),
    toCells,
  })
}

const statusLabels = { captured: 'Completed', failed: 'Failed', lead_refund: 'Refunded' }

function toCells(row: TransactionRow): Cell[] {
  return [
    indianDateTime(new Date(row.created_at)),
    row.payment_id,
    row.method.replaceAll('_', ' '),
    statusLabels[row.status],
    row.user_name,
    row.user_email,
    row.plan_name,
    describeTransaction(row),
    'INR',
    rupeesCell(row.amount_paise),
    row.id,
    row.reference,
    row.note,
  ]
}
