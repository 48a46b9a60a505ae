import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

/** Rows and entries of indexes of a table that a transaction has read so far. */
export async function rowsRead(tx: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::integer as read from pg_class
    where oid = ${table}::regclass
      or oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)`.execute(tx)
  return rows[0]?.read ?? Number.NaN
}
