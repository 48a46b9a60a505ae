import { sql } from 'kysely'
import type { OnMatch } from '../features/saved-searches/public/match-lead.ts'
import type { Database } from '../platform/database/connect.ts'
import { withTransaction } from '../platform/database/transaction.ts'

/** For callbacks that send a job. Tests call the handler of the job themselves. */
export const discardedJobs = { send: async () => {} }

/** Compares the leads that factories created in the last ten minutes with all saved searches, as their jobs would. */
export async function matchNewLeads(database: Database, onMatch?: OnMatch): Promise<void> {
  await withTransaction(database, async (tx) => {
    const { rows } = await sql<{ id: string; is_matched: boolean }>`
      select id, match_lead(id, created_at) as is_matched from leads
      where created_at > now() - interval '10 minutes' order by id`.execute(tx)
    for (const { id, is_matched } of rows) if (is_matched) await onMatch?.(tx, id)
  })
}
