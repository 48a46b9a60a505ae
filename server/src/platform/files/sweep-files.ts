import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { everyHour, type ScheduledTask } from '../jobs/scheduled-tasks.ts'
import { type FileStore, fileAreas } from './file-store.ts'
import { findNamedFiles } from './named-files.ts'

export function sweepFilesTask(database: Database, files: FileStore): ScheduledTask {
  return {
    name: 'sweep-files',
    cron: everyHour,
    run: () => sweepFiles(database, files),
  }
}

/** No upload takes this long, so an unreferenced file of this age is never referenced later. */
const keptForMs = 24 * 60 * 60 * 1000

/**
 * Removes files that a crash left before the transaction that references them committed. Files older than the database
 * may belong to another database: if the product starts on a new or a wrong database, it removes none of them.
 */
export async function sweepFiles(database: Database, files: FileStore): Promise<void> {
  const { rows } = await sql<{ since: Date | null; now: Date }>`
    select min(applied_at) as since, clock_timestamp() as now from schema_migrations`.execute(
    database.kysely,
  )
  // File times come from this machine or from the bucket. If a clock is wrong, the earlier time is the safe choice.
  const nowMs = Math.min(rows[0]?.now.getTime() ?? 0, Date.now())
  const before = new Date(nowMs - keptForMs)
  const since = rows[0]?.since ?? before
  for (const area of fileAreas) {
    for await (const names of files.listStoredBefore(area, before, since)) {
      const named = await findNamedFiles(database, area, names)
      for (const name of names) {
        if (!named.has(name)) await files.remove(area, name)
      }
    }
  }
}
