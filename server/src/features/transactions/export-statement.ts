import type { Database } from '../../platform/database/connect.ts'
import type { ListRequest } from '../../platform/database/read-list.ts'
import { type Cell, indianDateTime, rupeesCell } from '../../platform/http/csv.ts'
import { csvOfOwnList } from '../../platform/http/stream-csv.ts'
import { findStatementBelow, type StatementFilter, type StatementRow } from './statement.queries.ts'
import { describeTransaction } from './transaction-description.ts'
import { directionOf } from './wallet-statement.ts'

const headings = [
  'Date and time (IST)',
  'Payment ID',
  'Description',
  'Method',
  'Currency',
  'Money in',
  'Money out',
  'Balance',
  'Transaction ID',
  'Reference',
  'Note',
]

/**
 * Exports the caller's wallet statement as CSV, newest first. The lines of a wallet are numbered in commit order and
 * never change, so reading from the newest number to the oldest returns one consistent state.
 */
export function exportStatement(
  database: Database,
  call: ListRequest,
  method: StatementFilter['method'],
): AsyncGenerator<string, void> {
  const filter = { userId: call.caller.userId, method }
  return csvOfOwnList<StatementRow>(database, call, {
    headings,
    findAfter: (from, after, limit) => findStatementBelow(from, filter, after?.number, limit),
    toCells,
  })
}

function toCells(row: StatementRow): Cell[] {
  const amount = rupeesCell(Math.abs(row.amount_paise))
  const isDebit = directionOf(row) === 'debit'
  return [
    indianDateTime(new Date(row.created_at)),
    row.payment_id,
    describeTransaction(row),
    row.method.replaceAll('_', ' '),
    'INR',
    isDebit ? null : amount,
    isDebit ? amount : null,
    rupeesCell(row.balance_after_paise ?? 0),
    row.id,
    row.reference,
    row.note,
  ]
}
