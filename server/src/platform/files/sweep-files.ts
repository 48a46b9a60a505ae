import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type FileStore, fileAreas } from './file-store.ts'
import { findNamedFiles } from './named-files.ts'

/** Any upload has ended long before: a file that nobody names by then never will be. */
const keptForMs = 24 * 60 * 60 * 1000

/**
 * Removes the files that a crash left behind before anybody's name for them was committed. Those that are older than the
 * database are another one's: started on a new or a wrong database, the product leaves everybody's documents alone.
 */
export async function sweepFiles(database: Database, files: FileStore): Promise<void> {
  const { rows } = await sql<{ since: Date | null; now: Date }>`
    select min(applied_at) as since, clock_timestamp() as now from schema_migrations`.execute(
    database.kysely,
  )
  // Files bear the time of this machine or of the bucket. Of a clock that is wrong, the earlier of two does no harm.
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
