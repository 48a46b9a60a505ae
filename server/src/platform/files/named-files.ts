import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { FileArea, FileStore, NewFile } from './file-store.ts'

/** Where the name of each kind of file stands: a file that stands nowhere is of no use to anybody. */
const columns = { kyc: 'kyc_file', profile: 'profile_file' } as const satisfies Record<
  FileArea,
  string
>

/** Those of the given names that the database knows. */
export async function findNamedFiles(
  database: Database,
  area: FileArea,
  names: readonly string[],
): Promise<Set<string>> {
  const column = sql.ref(columns[area])
  const { rows } = await sql<{ name: string }>`
    select ${column} as name from users where ${column} = any(${names})`.execute(database.kysely)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Stores a file before the transaction that names it commits, and removes it where that failed: nothing is ever named
 * that is not there. What a crash leaves behind between the two is swept later.
 * @param work receives the name of the stored file, null where there is none
 * @throws ApiFailure SERVICE_UNAVAILABLE where the store cannot be reached; `work` has not run then
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
    // A connection lost during the commit leaves open whether it took place: only the database knows.
    const named = await findNamedFiles(database, area, [name]).catch(() => new Set([name]))
    // What cannot be removed now is swept later; the caller learns of the first failure.
    if (!named.has(name)) await files.remove(area, name).catch(() => {})
    throw error
  }
}
