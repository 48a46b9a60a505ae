import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { FileArea, FileStore, NewFile } from './file-store.ts'

/** The column that stores the file names of each area. A file whose name is not in this column is unused. */
const columns = {
  kyc: ['users', 'kyc_file'],
  profile: ['users', 'profile_file'],
  replacement: ['request_pictures', 'file'],
  logo: ['agency_logos', 'file'],
} as const satisfies Record<FileArea, readonly [table: string, column: string]>

/** Returns which of the given names the database contains. */
export async function findNamedFiles(
  database: Database,
  area: FileArea,
  names: readonly string[],
): Promise<Set<string>> {
  const [table, name] = columns[area]
  const column = sql.ref(name)
  const { rows } = await sql<{ name: string }>`
    select ${column} as name from ${sql.table(table)} where ${column} = any(${names})`.execute(
    database.kysely,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Stores a file before the transaction that references it commits, and removes the file if the transaction failed, so
 * that every stored name has a file. `sweepFiles` removes files that a crash leaves in between.
 * @param work receives the name of the stored file, null without a file
 * @throws ApiFailure SERVICE_UNAVAILABLE if the store is unreachable; `work` has not run then
 */
export async function withStoredFile<T>(
  { database, files }: { database: Database; files: FileStore },
  area: FileArea,
  file: NewFile | null,
  work: (name: string | null) => Promise<T>,
): Promise<T> {
  if (!file) return work(null)
  const name = await files.save(area, file)
  try {
    return await work(name)
  } catch (error) {
    // If the connection was lost during the commit, only the database shows whether the transaction committed.
    const named = await findNamedFiles(database, area, [name]).catch(() => new Set([name]))
    // If the removal fails, `sweepFiles` removes the file later. The caller gets the first error.
    if (!named.has(name)) await files.remove(area, name).catch(() => {})
    throw error
  }
}
