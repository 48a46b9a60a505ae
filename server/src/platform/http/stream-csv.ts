import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { type Cell, csvLine } from './csv.ts'

/** Rows read at a time: memory holds no more of them. */
const batchSize = 1000

/**
 * A list as CSV, batch by batch, all of one snapshot. Ending it ends its transaction; a client that takes nothing for a
 * minute loses it, because the database gives the connection up.
 * @param of.findAfter the next rows after one, in the list's order; the first ones after undefined
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
    // Nothing was written. A connection that is lost already has nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}
