import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { Transaction } from '../platform/database/transaction.ts'

const guarded = ['journal_entries', 'postings', 'sealed_days']

/** Disables the triggers that protect the ledger, for the rest of the transaction. */
export async function disableGuards(tx: Transaction): Promise<void> {
  for (const table of guarded) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  }
}

/** Runs a statement that the triggers of the ledger reject. */
export async function withoutGuards(database: Database, statement: string): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    await disableGuards(tx)
    await sql.raw(statement).execute(tx)
    for (const table of guarded) {
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    }
  })
}

/** Moves all entries of today and their purchases back by this many days. Stored copies of transactions keep their day. */
export async function moveEntriesBack(database: Database, days: number): Promise<void> {
  await withoutGuards(
    database,
    `update purchases p set created_at = e.created_at - interval '${days} days' from journal_entries e
     where e.id = p.entry_id and day_in_india(e.created_at) = day_in_india(clock_timestamp());
     update journal_entries set created_at = created_at - interval '${days} days'
     where day_in_india(created_at) = day_in_india(clock_timestamp())`,
  )
}
