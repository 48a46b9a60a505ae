import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { ApiFailure } from '../http/failure.ts'
import { sqlState } from './errors.ts'
import { createListSlots, type ListLimits, type ListSlots, usualListLimits } from './list-slots.ts'
import { onClient } from './on-client.ts'
import { openPool } from './open-pool.ts'
import type { Schema } from './schema.ts'
import { withSetting } from './session-settings.ts'

const cancelled = '57014'
const noFreeConnection = 'timeout exceeded when trying to connect'

/** Reads lists over separate connections, so that busy lists do not block purchases, look-ups and health checks. */
export interface ListReader {
  readonly slots: ListSlots
  readonly pool: pg.Pool
  /** Without the time limit of lists: for downloads, which run many queries and set a limit themselves. */
  readonly kysely: Kysely<Schema>
  readonly statementMs: number
  /**
   * Reads a list on the primary.
   * @throws ApiFailure TOO_BUSY_RETRY if a statement takes too long, or no connection becomes free
   */
  read<T>(work: (kysely: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Opens the connections of lists. The first list opens the first connection.
 * @param isPooled whether `connectionString` is a pooler in transaction mode; each transaction then sets the time limit
 */
export function openListReader(options: {
  connectionString: string
  isPooled: boolean
  poolSize: number
  limits?: Partial<ListLimits> | undefined
  answerWithinMs?: number | undefined
  onConnectionError: (error: Error) => void
}): ListReader {
  const { connectionString, isPooled, poolSize, answerWithinMs, onConnectionError } = options
  const limits = { ...usualListLimits, ...options.limits }
  const { statementMs } = limits
  const pool = openPool({
    connectionString: isPooled
      ? connectionString
      : withSetting(connectionString, 'statement_timeout', `${statementMs}ms`),
    max: poolSize,
    connectWithinMs: 5000,
    answerWithinMs,
    onConnectionError,
  })
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

  async function readThroughPooler<T>(work: (kysely: Kysely<Schema>) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let isOpen = true // A connection with an open transaction does not return to the pool.
    try {
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = '${statementMs}ms'`)
      const value = await work(onClient(client))
      await client.query('COMMIT')
      isOpen = false
      return value
    } finally {
      client.release(isOpen)
    }
  }

  return {
    slots: createListSlots(limits),
    pool,
    kysely,
    statementMs,
    async read(work) {
      try {
        return await (isPooled ? readThroughPooler(work) : work(kysely))
      } catch (error) {
        throw toTooBusyFailure(error)
      }
    },
    close: () => pool.end(),
  }
}

/** Maps the error of a list that took too long; returns any other error unchanged. */
export function toTooBusyFailure(error: unknown): unknown {
  const isOverdue =
    sqlState(error) === cancelled || (error instanceof Error && error.message === noFreeConnection)
  if (!isOverdue) return error
  return new ApiFailure('TOO_BUSY_RETRY', {
    message: 'This list is taking too long. Please try again, or search for something narrower.',
    cause: error,
  })
}
