import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { FileArea, FileStore, NewFile } from './file-store.ts'

/** The column with the name of each kind of file. A file whose name is not in its column is unused. */
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
 * Stores a file before the transaction that names it commits, and removes it if that failed, so that every stored name
 * has a file. The sweep removes files that a crash leaves in between.
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
    // After a connection lost during the commit, only the database knows whether it took place.
    const named = await findNamedFiles(database, area, [name]).catch(() => new Set([name]))
    // The sweep removes what cannot be removed now; the caller gets the first error.
    if (!named.has(name)) await files.remove(area, name).catch(() => {})
    throw error
  }
}
