import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { type Cell, csvLine } from './csv.ts'

/** Rows per batch, to limit memory. */
const batchSize = 1000

/**
 * Streams a list as CSV in batches, all from one snapshot. Closing the generator ends its transaction. If the client
 * receives nothing for a minute, the database closes the connection.
 * @param of.findAfter the next rows after a row, in the list's order; the first rows after undefined
 */
export async function* csvOfSnapshot<Row>(
  database: Database,
  of: {
    headings: readonly string[]
    findAfter: (tx: Kysely<Schema>, after: Row | undefined, limit: number) => Promise<Row[]>
    toCells: (row: Row) => readonly Cell[]
  },
): AsyncGenerator<string, void> {
  const tx = await database.lists.kysely
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await sql`set local statement_timeout = '30s'`.execute(tx)
    let after: Row | undefined
    let chunk = csvLine(of.headings)
    do {
      const rows = await of.findAfter(tx, after, batchSize)
      yield chunk + rows.map((row) => csvLine(of.toCells(row))).join('')
      chunk = ''
      after = rows.length === batchSize ? rows.at(-1) : undefined
    } while (after)
  } finally {
    // Nothing was written. A lost connection has nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}
