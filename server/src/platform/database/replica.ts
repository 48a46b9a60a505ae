import type { Kysely } from 'kysely'
import type pg from 'pg'
import { ApiFailure } from '../http/failure.ts'
import { isDatabaseUnavailable, sqlState } from './errors.ts'
import { asTooBusy } from './list-reader.ts'
import { onClient } from './on-client.ts'
import { openPool } from './open-pool.ts'
import type { Schema } from './schema.ts'

/** A replica that is away is found out within this, and one that hangs within the next. */
const CONNECT_WITHIN_MS = 500
const ANSWER_WITHIN_MS = 10_000
/** What a list waits for the replica to catch up; the primary would have answered by then. */
const CATCH_UP_WITHIN_MS = 50
/** How long one that is away, or that lags, is left alone. */
const LEFT_ALONE_MS = { away: 3000, lagging: 500 }

export type Replica = {
  /**
   * Reads on the replica what the primary had at a position of its log, and perhaps some of what came after.
   * @param position a `pg_lsn` of the primary
   * @param work reads only; may run again on the primary
   * @returns undefined where the replica is away, or not so far: whoever asks goes to the primary
   * @throws ApiFailure what `work` throws of that kind
   */
  read<T>(
    position: string,
    work: (kysely: Kysely<Schema>) => Promise<T>,
  ): Promise<{ value: T } | undefined>
  /** For whoever watches it; reads go through `read`. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens a pool of its own to a streaming replica. Nothing is dialled before the first read. */
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
    onConnectionError: () => {}, // Whoever was reading goes to the primary.
  })
  let leftAloneUntil = 0
  let isAway = false

  function leaveAlone(kind: keyof typeof LEFT_ALONE_MS, reason: string) {
    leftAloneUntil = performance.now() + LEFT_ALONE_MS[kind]
    if (!isAway) options.onNotice(`Lists are read from the primary: the replica ${reason}.`)
    isAway = true
  }

  async function read<T>(position: string, work: (kysely: Kysely<Schema>) => Promise<T>) {
    let client: pg.PoolClient | undefined
    let isOpen = true // A connection with a transaction still open does not go back.
    try {
      client = await pool.connect()
      if (!(await hasReplayed(client, position, options.statementMs))) {
        leaveAlone('lagging', `is more than ${CATCH_UP_WITHIN_MS} ms behind`)
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
      if (sqlState(error) === '57014') throw asTooBusy(error)
      if (isDatabaseUnavailable(error) || isTimeout(error)) leaveAlone('away', 'does not answer')
      return undefined
    } finally {
      client?.release(isOpen)
    }
  }

  return {
    read: async (position, work) =>
      performance.now() < leftAloneUntil ? undefined : read(position, work),
    pool,
    close: () => pool.end(),
  }
}

/**
 * Begins a transaction, each statement of which sees everything up to there. Without one a pooler could ask another of
 * several replicas for what comes next.
 */
async function hasReplayed(
  client: pg.PoolClient,
  position: string,
  statementMs: number,
): Promise<boolean> {
  const [, , { rows }] = await Promise.all([
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY'),
    client.query(`SET LOCAL statement_timeout = '${statementMs}ms'`),
    client.query<{ is_there: boolean }>(
      'SELECT wait_for_replay($1::pg_lsn, $2::integer) AS is_there',
      [position, CATCH_UP_WITHIN_MS],
    ),
  ])
  return rows[0]?.is_there ?? false
}

const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)
