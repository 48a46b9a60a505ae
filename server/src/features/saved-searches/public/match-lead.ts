import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { ExpiredRows } from '../../../platform/jobs/remove-expired.ts'
import type { MatchLeadJob } from '../../leads/public/queue-matching.ts'

/** The time limit of the alerts that follow a match. It is shorter than that of a job. */
const maxAlertsMs = 60_000

/** Matches are removed after 30 days. */
export const expiredMatches: ExpiredRows = {
  saved_search_matches: "matched_at < now() - interval '30 days'",
}

/**
 * Called in the transaction that stores the matches of a lead, if at least one is new. The writes of the callback are
 * committed together with the matches.
 */
export type OnMatch = (tx: Transaction, leadId: string) => Promise<void>

interface Deps {
  jobs: JobQueue
  database: Database
  onMatch: OnMatch
  /** Sends the alerts that are due. The scheduled tasks send those that it leaves. */
  sendAlerts(signal: AbortSignal): Promise<void>
}

/** Compares each lead that is put on sale with all saved searches, and sends the alerts that are due at once. */
export function handleNewLeads({ jobs, database, onMatch, sendAlerts }: Deps): void {
  jobs.handle<MatchLeadJob>('match-lead', async ({ data: { leadId }, sentAt }) => {
    if (await matchLead(database, { leadId, putOnSaleAt: sentAt }, onMatch))
      await sendAlerts(AbortSignal.timeout(maxAlertsMs))
  })
}

/**
 * Stores the matches of a lead. A repetition stores nothing, so that no crash and no second process loses or repeats a
 * match.
 * @returns whether there is a new match
 */
export async function matchLead(
  database: Database,
  { leadId, putOnSaleAt }: { leadId: string; putOnSaleAt: Date },
  onMatch?: OnMatch,
): Promise<boolean> {
  return withTransaction(database, async (tx) => {
    const { rows } = await sql<{ is_matched: boolean }>`
      select match_lead(${leadId}, ${putOnSaleAt}) as is_matched`.execute(tx)
    const isMatched = rows[0]?.is_matched ?? false
    if (isMatched) await onMatch?.(tx, leadId)
    return isMatched
  })
}
