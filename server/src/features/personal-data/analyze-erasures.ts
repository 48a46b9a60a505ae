import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'

/**
 * The tables that an erasure changes, except those whose texts are not in the statistics: notes and quotes.
 */
const tables = ['leads', 'enquiries', 'contact_messages', 'audit_personal_data', 'pgboss.job']

/** Marks, in the transaction of an erasure, that the planner's statistics may contain erased values. */
export async function markErasure(tx: Transaction): Promise<void> {
  await sql`insert into erasures_to_analyze default values`.execute(tx)
}

/**
 * Analyzes the tables with travellers' data if something was erased since the last time. The planner's statistics
 * contain values of the rows, and PostgreSQL computes them again only after many changes.
 */
export async function analyzeErasures(database: Database): Promise<void> {
  await withTransaction(database, async (tx) => {
    const { numAffectedRows = 0n } = await sql`delete from erasures_to_analyze`.execute(tx)
    if (numAffectedRows === 0n) return
    // Separate statements, because the time limit of a statement applies to each.
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(tx)
  })
}
