import type { Kysely } from 'kysely'
import type pg from 'pg'
import { ApiFailure } from '../http/failure.ts'
import { isDatabaseUnavailable, sqlState } from './errors.ts'
import { toTooBusyFailure } from './list-reader.ts'
import { onClient } from './on-client.ts'
import { openPool } from './open-pool.ts'
import type { Schema } from './schema.ts'

/** Time limit for connecting. An unavailable replica is detected after this time. */
const CONNECT_WITHIN_MS = 500
/** Time limit for a response. */
const ANSWER_WITHIN_MS = 10_000
/** Maximum time that a list waits for the replica to catch up. The primary usually answers in less time. */
const CATCH_UP_WITHIN_MS = 50
/** How long a replica that is unavailable or lags is not used. */
const UNUSED_MS = { away: 3000, lagging: 500 }

export type Replica = {
  /**
   * Reads on the replica the state of the primary at a position of its log, or a later state.
   * @param position a `pg_lsn` of the primary
   * @param work only reads; may run again on the primary
   * @returns undefined if the replica is unavailable or has not reached the position: the caller then uses the primary
   * @throws ApiFailure thrown by `work`
   */
  read<T>(
    position: string,
    work: (kysely: Kysely<Schema>) => Promise<T>,
  ): Promise<{ value: T } | undefined>
  /** For monitoring; reads use `read`. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens a separate pool to a streaming replica. The first read opens the first connection. */
export function openReplica(options: {
  connectionString: string
  poolSize: number
  /** A statement of a list that takes longer is cancelled. */
  statementMs: number
  onNotice: (message: string) => void
}): Replica {
  const pool = openPool({
    connectionString: options.connectionString,
    max: options.poolSize,
    query_timeout: ANSWER_WITHIN_MS,
    connectWithinMs: CONNECT_WITHIN_MS,
    onConnectionError: () => {}, // The read is repeated on the primary.
  })
  let unusedUntil = 0
  let isAway = false

  function suspendUse(kind: keyof typeof UNUSED_MS, reason: string) {
    unusedUntil = performance.now() + UNUSED_MS[kind]
    if (!isAway) options.onNotice(`Lists are read from the primary: the replica ${reason}.`)
    isAway = true
  }

  async function read<T>(position: string, work: (kysely: Kysely<Schema>) => Promise<T>) {
    let client: pg.PoolClient | undefined
    let isOpen = true // A connection with an open transaction does not return to the pool.
    try {
      client = await pool.connect()
      if (!(await hasReplayed(client, position, options.statementMs))) {
        suspendUse('lagging', `is more than ${CATCH_UP_WITHIN_MS} ms behind`)
        return undefined
      }
      const value = await work(onClient(client))
      await client.query('COMMIT')
      isOpen = false
      if (isAway) options.onNotice('Lists are read from the replica again.')
      isAway = false
      return { value }
    } catch (error) {
      if (error instanceof ApiFailure) throw error
      // The primary would take as long.
      if (sqlState(error) === '57014') throw toTooBusyFailure(error)
      if (isDatabaseUnavailable(error) || isTimeout(error)) suspendUse('away', 'does not answer')
      return undefined
    } finally {
      client?.release(isOpen)
    }
  }

  return {
    read: async (position, work) =>
      performance.now() < unusedUntil ? undefined : read(position, work),
    pool,
    close: () => pool.end(),
  }
}

/**
 * Begins a transaction in which every statement sees the log up to the position. Without a transaction, a pooler could
 * use another replica for the next statement.
 */
async function hasReplayed(
  client: pg.PoolClient,
  position: string,
  statementMs: number,
): Promise<boolean> {
  const [, , { rows }] = await Promise.all([
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY'),
    client.query(`SET LOCAL statement_timeout = '${statementMs}ms'`),
    client.query<{ has_replayed: boolean }>(
      'SELECT wait_for_replay($1::pg_lsn, $2::integer) AS has_replayed',
      [position, CATCH_UP_WITHIN_MS],
    ),
  ])
  return rows[0]?.has_replayed ?? false
}

const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)
