import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

/**
 * The tables that an erasure changes, except those whose texts are not in the statistics: notes, quotes and rows of imported files.
 */
const tables = ['leads', 'enquiries', 'contact_messages', 'audit_personal_data', 'pgboss.job']

/** Queues, in the transaction of an erasure, that statistics which may contain erased values are computed again. */
export async function queueAnalysis(tx: Transaction, jobs: Pick<JobQueue, 'send'>): Promise<void> {
  await jobs.send(tx, {
    queue: 'analyze-erasures',
    data: {},
    retries: { limit: 10, firstPauseSeconds: 60 },
  })
}

export function handleErasures(jobs: JobQueue, database: Database): void {
  jobs.handle('analyze-erasures', () => analyzeErasures(database), { pollSeconds: 5 })
}

/**
 * Analyzes the tables with travellers' data. The planner's statistics contain values of the rows, and PostgreSQL
 * computes them again only after many changes.
 */
async function analyzeErasures(database: Database): Promise<void> {
  await withTransaction(database, async (tx) => {
    // This analysis serves the erasures of these jobs too.
    await deleteJobs(tx, sql`name = 'analyze-erasures' and state < 'active'`)
    // Separate statements, because the time limit of a statement applies to each.
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(tx)
  })
}
