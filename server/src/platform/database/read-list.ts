import type { Caller } from '../http/caller.ts'
import type { Database } from './connect.ts'
import type { Connection } from './list-slots.ts'

/** The request of a list, as `addRoute` passes it to its handler. */
export interface ListRequest {
  caller: Pick<Caller, 'userId' | 'agencyId' | 'agentRole'>
  reply: { raw: Connection }
}

/**
 * Reads a list, which may cost much more than a look-up by id. The concurrent lists of a user are limited, lists have
 * separate connections from purchases, look-ups and health checks, and each statement has a time limit
 * (`list-slots.ts`, `list-reader.ts`).
 * @param read only reads, only through `kysely`
 * @param maxWaitMs maximum wait for a slot; Infinity for later parts of a response that has begun
 * @throws ApiFailure TOO_MANY_REQUESTS, TOO_BUSY_RETRY
 */
export function readList<T>(
  database: Database,
  call: ListRequest,
  read: (database: Database) => Promise<T>,
  maxWaitMs?: number,
): Promise<T> {
  return inListSlot(database, call, () => readInTime(database, read), maxWaitMs)
}

/**
 * Reads a list without a slot of the user: for a request that already has one.
 * @throws ApiFailure TOO_BUSY_RETRY
 */
export function readInTime<T>(
  database: Database,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  return database.lists.read((kysely) => read({ ...database, kysely }))
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
