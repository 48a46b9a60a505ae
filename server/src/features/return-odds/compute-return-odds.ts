import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { everyTenMinutes, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import { deleteReturnOdds, insertReturnOdds } from './compute-return-odds.queries.ts'

/**
 * Computes the odds at the begin of each day in India, or after the start of the product if that was missed. If the
 * process is killed, the odds of the day before stay, and the next run computes the new ones.
 */
export function returnOddsTask(database: Database): ScheduledTask {
  return {
    name: 'return-odds',
    cron: everyTenMinutes,
    run: () => computeReturnOdds(database),
  }
}

/**
 * Replaces the stored odds unless they were computed today in India.
 * @returns whether the odds were computed
 */
export async function computeReturnOdds(database: Database): Promise<boolean> {
  return withTransaction(database, async (tx) => {
    // A second process waits here, and then finds today's odds.
    await sql`select pg_advisory_xact_lock(hashtextextended('return odds', 0))`.execute(tx)
    const { rows } = await sql<{ at: Date; is_done: boolean }>`
      select clock_timestamp() as at, exists (
        select from return_odds where day_in_india(computed_at) = today_in_india()) as is_done`.execute(
      tx,
    )
    const [now] = rows
    if (!now || now.is_done) return false
    await replaceReturnOdds(tx, now.at)
    return true
  })
}

/** @param at the time as of which the odds are computed */
export async function replaceReturnOdds(tx: Transaction, at: Date): Promise<void> {
  // The statement reads the purchases of eighteen months, and no request waits for it.
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await deleteReturnOdds(tx)
  await insertReturnOdds(tx, at)
}
