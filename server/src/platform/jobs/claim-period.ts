import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Takes the turn of a task that one process does for all that share the database, on this machine and on others: of all
 * who ask within a period, one is told to do it. Where that one dies half-way, the next period's does it.
 * @param task its name, the same in every process
 * @param everyMs the period; whoever repeats the task asks about as often
 * @returns whether this process is to do it now
 */
export async function claimPeriod(
  database: Database,
  task: string,
  everyMs: number,
): Promise<boolean> {
  // A turn from the future was taken before the database's clock was set back, and must not stop the task until then.
  const { rows } = await sql`
    insert into turns as last (task, taken_at) values (${task}, clock_timestamp())
    on conflict (task) do update set taken_at = excluded.taken_at
      where last.taken_at <= excluded.taken_at - ${everyMs}::integer * interval '1 millisecond'
        or last.taken_at > excluded.taken_at + interval '1 minute'
    returning task`.execute(database.kysely)
  return rows.length > 0
}
