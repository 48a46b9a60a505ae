import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'

/**
 * Deletes the jobs that match a condition on `pgboss.job`, in any state.
 *
 * When an attempt fails, pg-boss replaces the row of the job by a new one. A statement that waits for this replacement
 * sees neither row, so the deletion runs twice. Attempts of a job are seconds apart, so it is not replaced again
 * meanwhile.
 */
export async function deleteJobs(tx: Transaction, condition: RawBuilder<unknown>): Promise<void> {
  const deletion = sql`delete from pgboss.job where ${condition}`
  await deletion.execute(tx)
  await deletion.execute(tx)
}
