import type { Database } from './connect.ts'
import type { Connection } from './list-slots.ts'

/** The request of a list, as `addRoute` passes it to its handler. */
export interface ListRequest {
  caller: { userId: string; position: string | null }
  reply: { raw: Connection }
}

type Read<T> = (database: Database) => Promise<T>

/**
 * Reads a list, which may cost much more than a look-up by id. The concurrent lists of a user are limited, lists have
 * separate connections from purchases, look-ups and health checks, and each statement has a time limit
 * (`list-slots.ts`, `list-reader.ts`).
 * @param read only reads, only through `kysely`; may run twice
 * @throws ApiFailure TOO_MANY_REQUESTS, TOO_BUSY_RETRY
 */
export function readList<T>(database: Database, call: ListRequest, read: Read<T>): Promise<T> {
  return inListSlot(database, call, () => readListNow(database, call.caller, read))
}

/**
 * Reads a list of the caller's own data as `readList` does, but always from the primary.
 * @param maxWaitMs maximum wait for a slot; Infinity for later parts of a response that has begun
 */
export function readOwnList<T>(
  database: Database,
  call: ListRequest,
  read: Read<T>,
  maxWaitMs?: number,
): Promise<T> {
  return inListSlot(database, call, () => readOnPrimary(database, read), maxWaitMs)
}

/**
 * Runs work that reads a list by other means in a list slot of the user.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export function inListSlot<T>(
  { lists }: Database,
  { caller, reply }: ListRequest,
  work: () => Promise<T>,
  maxWaitMs?: number,
): Promise<T> {
  return lists.slots.run(caller.userId, reply.raw, work, maxWaitMs)
}

/**
 * Reads a list for a caller that already has a slot. It uses the replica if the replica has everything that the primary
 * had at the look-up of the caller, else the primary. So a caller never sees older data than any response sent before
 * the request began. Do not use it for decisions about money.
 * @param caller contains the position of the primary's log at the look-up
 * @throws ApiFailure TOO_BUSY_RETRY
 */
export async function readListNow<T>(
  database: Database,
  caller: { position: string | null },
  read: Read<T>,
): Promise<T> {
  const { replica } = database
  if (!replica || caller.position === null) return readOnPrimary(database, read)
  const found = await replica.read(caller.position, (kysely) => read({ ...database, kysely }))
  return found ? found.value : readOnPrimary(database, read)
}

const readOnPrimary = <T>(database: Database, read: Read<T>): Promise<T> =>
  database.lists.read((kysely) => read({ ...database, kysely }))
