import type { Database } from '../../platform/database/connect.ts'
import type { ListRequest } from '../../platform/database/read-list.ts'
import { columnsFor, type Table } from '../../platform/export/columns.ts'
import { batchesOfOwnList } from '../../platform/export/read-rows.ts'
import { findStatementBelow, type StatementFilter, type StatementRow } from './statement.queries.ts'
import { describeTransaction } from './transaction-description.ts'
import { directionOf } from './wallet-statement.ts'

const { text, money, instant } = columnsFor<StatementRow>()

const columns = [
  ...instant(['Date (IST)', 'Time (IST)'], (row) => new Date(row.created_at)),
  text('Payment ID', (row) => row.payment_id),
  text('Description', describeTransaction),
  text('Method', (row) => row.method.replaceAll('_', ' ')),
  text('Currency', () => 'INR'),
  money('Money in', (row) => (isDebit(row) ? null : Math.abs(row.amount_paise))),
  money('Money out', (row) => (isDebit(row) ? Math.abs(row.amount_paise) : null)),
  money('Balance', (row) => row.balance_after_paise ?? 0),
  text('Transaction ID', (row) => row.id),
  text('Reference', (row) => row.reference),
  text('Note', (row) => row.note),
]

const isDebit = (row: StatementRow) => directionOf(row) === 'debit'

/**
 * Exports the caller's wallet statement, newest first. The lines of a wallet are numbered in commit order and never
 * change, so reading from the newest number to the oldest returns one consistent state.
 */
export function exportStatement(
  database: Database,
  call: ListRequest,
  filters: Omit<StatementFilter, 'userId'>,
): Table<StatementRow> {
  const filter = { userId: call.caller.agencyId, ...filters }
  const batches = batchesOfOwnList<StatementRow>(database, call, (from, after, limit) =>
    findStatementBelow(from, filter, after?.number, limit),
  )
  return { columns, batches }
}
