import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'

/**
 * Leads per transaction. Small, so that the first matches of many new leads are found early and processes share the
 * work.
 */
export const maxLeadsAtOnce = 25

/** Matches are removed after 30 days. */
export const expiredMatches: ExpiredRows = {
  saved_search_matches: "matched_at < now() - interval '30 days'",
}

/**
 * Called in the transaction that stores the matches of new leads, once for each of these leads. The writes of the
 * callback are committed together with the matches.
 * @param leadIds leads that at least one search matches
 */
export type OnMatches = (tx: Transaction, leadIds: readonly string[]) => Promise<void>

/**
 * Compares the leads that were put on sale with all saved searches. The transaction that creates a lead queues it, and
 * the transaction that stores its matches removes it from the queue, so that no crash, late commit or second process
 * loses or repeats a match.
 */
export async function matchNewLeads(
  database: Database,
  onMatches: readonly OnMatches[] = [],
): Promise<void> {
  // Most runs find no new lead and need no write.
  while (await hasNewLeads(database)) {
    const isTaken = await withTransaction(database, async (tx) => {
      const { rows } = await sql<{ taken: number; leads: string[] }>`
        select * from match_new_leads(${maxLeadsAtOnce})`.execute(tx)
      const [row] = rows
      if (row && row.leads.length > 0) for (const notify of onMatches) await notify(tx, row.leads)
      return (row?.taken ?? 0) > 0
    })
    // Other processes are comparing the remaining leads.
    if (!isTaken) return
  }
}

export function matchNewLeadsTask(
  database: Database,
  onMatches: readonly OnMatches[],
): ScheduledTask {
  return {
    name: 'match-new-leads',
    cron: everyMinute,
    run: () => matchNewLeads(database, onMatches),
  }
}

async function hasNewLeads(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from leads_to_match) as found`.execute(database.kysely)
  return rows[0]?.found ?? false
}
