import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

/** Rows and entries of indexes of a table that `work` reads in a transaction. */
export async function countRowsRead(
  tx: Transaction,
  table: string,
  work: () => Promise<unknown>,
): Promise<number> {
  // The counters also have what earlier transactions of this connection read in the last second.
  const before = await readCounter(tx, table)
  await work()
  return (await readCounter(tx, table)) - before
}

async function readCounter(tx: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::integer as read from pg_class
    where oid = ${table}::regclass
      or oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)`.execute(tx)
  return rows[0]?.read ?? Number.NaN
}
