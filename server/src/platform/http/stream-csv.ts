import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type ListRequest, readOwnList } from '../database/read-list.ts'
import type { Schema } from '../database/schema.ts'
import { type Cell, csvLine } from './csv.ts'

/** Rows per batch, to limit memory. */
const defaultBatchSize = 1000

interface CsvOf<Source, Row> {
  headings: readonly string[]
  /** The next rows after a row, in the order of the list. If `after` is undefined: the first rows. */
  findAfter: (source: Source, after: Row | undefined, limit: number) => Promise<Row[]>
  toCells: (row: Row) => readonly Cell[]
  batchSize?: number | undefined
}

/**
 * Streams a list as CSV in batches, all from one snapshot. Closing the generator ends its transaction. If the client
 * receives nothing for a minute, the database closes the connection.
 */
export async function* csvOfSnapshot<Row>(
  database: Database,
  { findAfter, ...of }: CsvOf<Kysely<Schema>, Row>,
): AsyncGenerator<string, void> {
  const tx = await database.lists.kysely
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await sql`set local statement_timeout = '30s'`.execute(tx)
    yield* inBatches(of, (after, limit) => findAfter(tx, after, limit))
  } finally {
    // Nothing was written. A lost connection has nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/**
 * Streams a list of the caller as CSV in batches, without a transaction that stays open for a slow client. The rows
 * after a row must never change. Each batch takes a list slot. Only the first batch can be rejected, because a later
 * rejection would truncate the file.
 */
export function csvOfOwnList<Row>(
  database: Database,
  call: ListRequest,
  { findAfter, ...of }: CsvOf<Database, Row>,
): AsyncGenerator<string, void> {
  return inBatches(of, (after, limit) =>
    readOwnList(
      database,
      call,
      (from) => findAfter(from, after, limit),
      after && Number.POSITIVE_INFINITY,
    ),
  )
}

async function* inBatches<Row>(
  { headings, toCells, batchSize = defaultBatchSize }: Omit<CsvOf<never, Row>, 'findAfter'>,
  readAfter: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string, void> {
  let chunk = csvLine(headings)
  let after: Row | undefined
  do {
    const rows = await readAfter(after, batchSize)
    yield chunk + rows.map((row) => csvLine(toCells(row))).join('')
    chunk = ''
    after = rows.length === batchSize ? rows.at(-1) : undefined
  } while (after)
}
