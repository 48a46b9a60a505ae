import type { Database } from './connect.ts'
import type { Connection } from './list-slots.ts'

/** The request that a list is read for: a call as `addRoute` hands it to its handler. */
export interface ListRequest {
  caller: { userId: string; position: string | null }
  reply: { raw: Connection }
}

type Read<T> = (database: Database) => Promise<T>

/**
 * Reads a list: what may cost much more than a look-up by id. One user's lists are bounded, they have connections apart
 * from those of purchases, look-ups and health, and each statement has a time limit (`list-slots.ts`, `list-reader.ts`).
 * @param read reads only, and through `kysely`; may run twice
 * @throws ApiFailure TOO_MANY_REQUESTS, TOO_BUSY_RETRY
 */
export function readList<T>(database: Database, call: ListRequest, read: Read<T>): Promise<T> {
  return inListSlot(database, call, () => readListNow(database, call.caller, read))
}

/**
 * The same for what is one's own, which is never read on a replica.
 * @param maxWaitMs for a slot; Infinity for the next part of an answer that has begun
 */
export function readOwnList<T>(
  database: Database,
  call: ListRequest,
  read: Read<T>,
  maxWaitMs?: number,
): Promise<T> {
  return inListSlot(database, call, () => readOnPrimary(database, read), maxWaitMs)
}

/** Runs work that reads a list by other means, as one of the user's lists. @throws ApiFailure TOO_MANY_REQUESTS */
export function inListSlot<T>(
  { lists }: Database,
  { caller, reply }: ListRequest,
  work: () => Promise<T>,
  maxWaitMs?: number,
): Promise<T> {
  return lists.slots.run(caller.userId, reply.raw, work, maxWaitMs)
}

/**
 * Reads a list in a slot that is there already: on the replica where there is one and it has everything that the primary
 * had when the caller was looked up, else on the primary. No caller sees less than was answered, to any caller, before the
 * request began. Never for what a decision about money is based on.
 * @param caller whose look-up on the primary told where its log was
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
