import type { Database } from './connect.ts'

/**
 * Reads a list, on the replica where there is one and it has everything that the primary had when the caller was looked
 * up, else on the primary: nobody sees less than was answered, to whomever, before the request began. Never for what a
 * decision about money stands on.
 * @param caller whose look-up on the primary told where its log was
 * @param read reads only, and through `kysely`; may run twice
 */
export async function readList<T>(
  database: Database,
  caller: { position: string | null },
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const { replica } = database
  if (!replica || caller.position === null) return read(database)
  const found = await replica.read(caller.position, (kysely) => read({ ...database, kysely }))
  return found ? found.value : read(database)
}
