import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type ListRequest, readList } from '../database/read-list.ts'
import type { Schema } from '../database/schema.ts'

/** Rows per batch, to limit memory. */
const defaultBatchSize = 1000

/** Reads the next rows after a row, in the order of the list. If `after` is undefined: the first rows. */
type FindAfter<Source, Row> = (
  source: Source,
  after: Row | undefined,
  limit: number,
) => Promise<Row[]>

/**
 * Reads a list in batches, all from one snapshot. Closing the generator ends its transaction. If the client receives
 * nothing for a minute, the database closes the connection.
 */
export async function* batchesOfSnapshot<Row>(
  database: Database,
  findAfter: FindAfter<Kysely<Schema>, Row>,
): AsyncGenerator<Row[], void> {
  const tx = await database.lists.kysely
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await sql`set local statement_timeout = '30s'`.execute(tx)
    yield* inBatches((after, limit) => findAfter(tx, after, limit), defaultBatchSize)
  } finally {
    // Nothing was written. A lost connection has nothing to roll back.
    await tx
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/**
 * Reads a list of the caller in batches, without a transaction that stays open for a slow client. The rows after a row
 * must never change. Each batch takes a list slot. Only the first batch can be rejected, because a later rejection would
 * truncate the file.
 */
export function batchesOfOwnList<Row>(
  database: Database,
  call: ListRequest,
  findAfter: FindAfter<Database, Row>,
  batchSize = defaultBatchSize,
): AsyncGenerator<Row[], void> {
  const readAfter = (after: Row | undefined, limit: number) =>
    readList(
      database,
      call,
      (from) => findAfter(from, after, limit),
      after && Number.POSITIVE_INFINITY,
    )
  return inBatches(readAfter, batchSize)
}

async function* inBatches<Row>(
  readAfter: (after: Row | undefined, limit: number) => Promise<Row[]>,
  batchSize: number,
): AsyncGenerator<Row[], void> {
  let after: Row | undefined
  do {
    const rows = await readAfter(after, batchSize)
    yield rows
    after = rows.length === batchSize ? rows.at(-1) : undefined
  } while (after)
}
