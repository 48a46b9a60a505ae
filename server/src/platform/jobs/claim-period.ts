import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Claims the current period of a task that one process runs for all processes that share the database. Of all processes
 * that try within a period, one gets the claim. If it crashes, the task runs again in the next period.
 * @param task name of the task, the same in every process
 * @param everyMs length of the period; every process tries about as often
 * @returns whether this process runs the task now
 */
export async function claimPeriod(
  database: Database,
  task: string,
  everyMs: number,
): Promise<boolean> {
  // A claim in the future dates from before the clock of the database was set back. It must not block the task until
  // that time.
  const { rows } = await sql`
    insert into turns as last (task, taken_at) values (${task}, clock_timestamp())
    on conflict (task) do update set taken_at = excluded.taken_at
      where last.taken_at <= excluded.taken_at - ${everyMs}::integer * interval '1 millisecond'
        or last.taken_at > excluded.taken_at + interval '1 minute'
    returning task`.execute(database.kysely)
  return rows.length > 0
}
