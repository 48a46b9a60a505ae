import type { TransactionFilters } from '@raahi/contract/transactions'
import type { Database } from '../database/connect.ts'
import { csvLine, indianDateTime, rupeesCell } from '../http/csv.ts'
import { findTransactionsAfter, type TransactionRow } from './list-transactions.queries.ts'

/** Rows read at a time: memory holds no more of them. */
const batchSize = 1000

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
]

/**
 * The transactions that the filters find as CSV, newest first, all of one snapshot. Ending it ends its transaction; a
 * client that takes nothing for a minute loses it, because the database gives the connection up.
 */
export async function* exportTransactions(
  database: Database,
  filters: TransactionFilters,
): AsyncGenerator<string, void> {
  const tx = await database.kysely
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    let after: TransactionRow | undefined
    let chunk = csvLine(headings)
    do {
      const rows: TransactionRow[] = await findTransactionsAfter(tx, filters, after, batchSize)
      yield chunk + rows.map(toLine).join('')
      chunk = ''
      after = rows.length === batchSize ? rows.at(-1) : undefined
    } while (after)
  } finally {
    // Nothing was written. A connection that is lost already has nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

const statusWords = { captured: 'Completed', failed: 'Failed', lead_refund: 'Refunded' }

function toLine(row: TransactionRow): string {
  return csvLine([
    indianDateTime(new Date(row.created_at)),
    row.payment_id,
    row.method.replaceAll('_', ' '),
    statusWords[row.status],
    row.user_name,
    row.user_email,
    row.plan_name,
    row.description,
    'INR',
    rupeesCell(row.amount_paise),
    row.id,
  ])
}
