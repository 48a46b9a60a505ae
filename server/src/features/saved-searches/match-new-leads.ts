import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

/** Leads of one transaction. Few, so that the first matches of a burst are found early and processes share its leads. */
export const maxLeadsAtOnce = 25

/** Matches that are older are removed. */
export const expiredMatches: ExpiredRows = {
  saved_search_matches: "matched_at < now() - interval '30 days'",
}

/**
 * Called in the transaction that stores the matches of new leads. Every match of these leads is new: `saved_search_matches`
 * had none of them before. What it writes commits with the matches, exactly once for each of them.
 * @param leadIds leads that at least one search matches
 */
export type OnMatches = (tx: Transaction, leadIds: readonly string[]) => Promise<void>

/**
 * Compares the leads that were put on sale with all saved searches. A lead is queued by the transaction that creates it,
 * and leaves the queue in the transaction that stores its matches: a crash, a late commit or a second process loses and
 * repeats nothing.
 */
export async function matchNewLeads(
  database: Database,
  onMatches: readonly OnMatches[] = [],
): Promise<void> {
  // Usually there is no new lead. Then nothing is written: a write would invalidate every kept page of the list of leads.
  while (await hasNewLeads(database)) {
    const isTaken = await withTransaction(database, async (tx) => {
      const { rows } = await sql<{ taken: number; leads: string[] }>`
        select * from match_new_leads(${maxLeadsAtOnce})`.execute(tx)
      const [row] = rows
      if (row && row.leads.length > 0) for (const notify of onMatches) await notify(tx, row.leads)
      return (row?.taken ?? 0) > 0
    })
    // Other processes are comparing the leads that are left.
    if (!isTaken) return
  }
}

export function matchNewLeadsTask(
  database: Database,
  onMatches: readonly OnMatches[],
): BackgroundTask {
  return {
    name: 'match-new-leads',
    everyMs: 1000,
    runsIn: 'every process',
    run: () => matchNewLeads(database, onMatches),
  }
}

async function hasNewLeads(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from leads_to_match) as found`.execute(database.kysely)
  return rows[0]?.found ?? false
}
