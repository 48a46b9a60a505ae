import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import { matchStoredPlaces } from './match-stored-places.ts'

/** The maximum number of leads that one statement marks as expired. Purchases of these leads wait until it ends. */
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
    {
      name: 'match-stored-places',
      everyMs: 24 * 3_600_000,
      firstAfterMs: 5000,
      runsIn: 'one process',
      run: () => matchStoredPlaces(database),
    },
  ]
}

/**
 * Adds the changes of the lead counts to the stored counts. If there are no changes, it only reads: any write, even an
 * empty one, would create a new snapshot, in which every kept page must be checked or read again.
 */
export async function foldLeadCounts(database: Database): Promise<void> {
  await sql`select fold_lead_counts() where exists (select from lead_count_changes)`.execute(
    database.kysely,
  )
}

/**
 * Marks the unsold leads whose travel date in India has passed. Lists and purchases compare the date and do not depend
 * on the marks, which keep the counts and indexes small. If there are no such leads, it only reads, for the same
 * reason.
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
