import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { everyTenMinutes, type ScheduledTask } from './scheduled-tasks.ts'

/** Table name to the SQL condition of the rows that are no longer needed. */
export type ExpiredRows = Readonly<Record<string, string>>

/** Rows that one statement removes, so that it holds few locks. */
const maxRows = 5000

/** @param expiredRows tables in the order in which they are cleared */
export function removeExpiredTask(database: Database, expiredRows: ExpiredRows): ScheduledTask {
  return {
    name: 'remove-expired',
    cron: everyTenMinutes,
    run: () => removeExpired(database, expiredRows),
  }
}

/** Removes expired rows and skips those that another process is removing. */
export async function removeExpired(database: Database, expiredRows: ExpiredRows): Promise<void> {
  for (const [table, condition] of Object.entries(expiredRows)) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.raw(condition)}
          limit ${maxRows}::integer for update skip locked
        ))`.execute(database.kysely)
      if (numAffectedRows < maxRows) break
    }
  }
}
