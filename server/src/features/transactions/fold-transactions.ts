import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'

export function foldTransactionsTask(database: Database): ScheduledTask {
  return {
    name: 'fold-transactions',
    cron: everyMinute,
    run: () => foldTransactions(database),
  }
}

/** Adds new transactions to the stored totals and to the search table, a limited number per statement. */
export async function foldTransactions(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select fold_transactions() as n where exists (select from transaction_changes)`.execute(
      database.kysely,
    )
    if (!rows[0]?.n) return
  }
}
