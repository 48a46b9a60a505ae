import type { Database } from '../../platform/database/connect.ts'
import { csvLine, indianDateTime, rupeesCell } from '../../platform/http/csv.ts'
import { findStatementBelow, type StatementFilter, type StatementRow } from './statement.queries.ts'
import { describeTransaction } from './transaction-description.ts'
import { directionOf } from './wallet-statement.ts'

/** Lines per batch, to limit memory. */
const batchSize = 1000

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
 * Exports an agent's wallet statement as CSV, newest first. The lines of a wallet are numbered in the order of their
 * commits and never change, so reading downwards from the newest number gives one consistent state, without a
 * transaction that stays open for a slow client.
 * @param readBatch reads a batch; with `hasBegun` the first batch is sent already, and a refusal would cut the file off
 */
export async function* exportStatement(
  readBatch: <T>(read: (database: Database) => Promise<T>, hasBegun: boolean) => Promise<T>,
  filter: StatementFilter,
): AsyncGenerator<string, void> {
  let chunk = csvLine(headings)
  let below: number | undefined
  do {
    const after = below
    const rows = await readBatch(
      (from) => findStatementBelow(from, filter, after, batchSize),
      after !== undefined,
    )
    yield chunk + rows.map(toLine).join('')
    chunk = ''
    below = rows.length === batchSize ? rows.at(-1)?.number : undefined
  } while (below !== undefined)
}

function toLine(row: StatementRow): string {
  const amount = rupeesCell(Math.abs(row.amount_paise))
  const isDebit = directionOf(row) === 'debit'
  return csvLine([
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
  ])
}
