import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'

/** Leads that one statement marks as expired. It locks each of them, and purchases of these leads wait until it ends. */
const maxMarkedLeads = 500

export function leadTasks(database: Database): BackgroundTask[] {
  return [
    {
      name: 'fold-lead-counts',
      everyMs: 1000,
      runsIn: 'every process',
      run: () => foldLeadCounts(database),
    },
    {
      name: 'mark-expired-leads',
      everyMs: 1000,
      runsIn: 'every process',
      run: () => markExpiredLeads(database),
    },
  ]
}

/**
 * Adds the changes of the lead counts to the stored counts. Without changes it only reads: any write, even an empty one,
 * would invalidate every cached page of the lead list.
 */
export async function foldLeadCounts(database: Database): Promise<void> {
  await sql`select fold_lead_counts() where exists (select from lead_count_changes)`.execute(
    database.kysely,
  )
}

/**
 * Marks the unsold leads whose travel date in India has passed. Lists and purchases compare the date and do not depend on
 * the marks, which keep the counts and indexes small. Without such leads it only reads, as above.
 */
export async function markExpiredLeads(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select mark_expired_leads(${maxMarkedLeads}) as n
      where exists (select from unmarked_expired_changes(today_in_india()))`.execute(
      database.kysely,
    )
    if (!rows[0]?.n) return
  }
}
