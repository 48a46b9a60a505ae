import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'

/** The maximum number of users whose figures one statement computes because they are due to be checked again. */
const maxDue = 2000

export function foldUserFiguresTask(database: Database): ScheduledTask {
  return {
    name: 'fold-user-figures',
    cron: everyMinute,
    run: () => foldUserFigures(database),
  }
}

/** Computes the figures of the list of users for the users whose data has changed. */
export async function foldUserFigures(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select fold_user_figures(${maxDue}) as n`.execute(
      database.kysely,
    )
    if ((rows[0]?.n ?? 0) < maxDue) return
  }
}
