import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type ListReader, openListReader } from './list-reader.ts'
import type { ListLimits } from './list-slots.ts'
import { openPool } from './open-pool.ts'
import { openReplica, type Replica } from './replica.ts'
import type { Schema } from './schema.ts'
import { withSessionSettings } from './session-settings.ts'

/** The one way to the database. `pool` is for named prepared statements on hot paths, `kysely` for all else. */
export type Database = {
  /** Past any pooler and with our session settings in it, for whoever needs connections of its own. */
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  /** Runs a statement of a hot path, prepared once for each connection. */
  prepared<Row extends pg.QueryResultRow>(statement: Prepared): Promise<pg.QueryResult<Row>>
  /** A replica that lists may be read from, where there is one (see `read-list.ts`). */
  readonly replica: Replica | undefined
  /** Where lists are read (see `read-list.ts`). */
  readonly lists: ListReader
  /** Waits for running queries and closes every connection; may be called twice. */
  close(): Promise<void>
}

type Prepared = { name: string; text: string; values: unknown[] }

export type ConnectOptions = {
  connectionString: string
  /**
   * Set: `connectionString` is a pooler in transaction mode, which gives every transaction another session, and this is
   * the database behind it. What each session is to have must be a default of its user then (`session-settings.ts`).
   */
  directConnectionString?: string | undefined
  /** A streaming replica. */
  replicaConnectionString?: string | undefined
  /** The most connections that this process opens for all but lists. */
  poolSize: number
  /** The most that it opens for lists; to a replica as many as both together. */
  listPoolSize?: number
  listLimits?: Partial<ListLimits>
  /** A statement that is not answered within this is given up with its connection; unset: it is waited for. */
  answerWithinMs?: number | undefined
  /** Told of each connection that was lost; the pool replaces it by itself. */
  onConnectionError?: (error: Error) => void
  /** Told that the replica is left alone for now, and that it is used again. */
  onReplica?: (message: string) => void
}

/**
 * Opens a pool of connections. Nothing is dialled before the first query.
 * @throws TypeError where the connection string is not a URL.
 *
 * Every connection sends what it is given at once (`pipeline`): statements issued on one client without awaiting
 * each other share a round trip. Kysely awaits each statement and is not affected.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const { directConnectionString: direct, replicaConnectionString } = options
  const { poolSize, listPoolSize = 4 } = options
  const { onConnectionError = () => {}, onReplica = () => {} } = options
  const own = direct ?? withSessionSettings(options.connectionString)
  const common = {
    connectionString: direct === undefined ? own : options.connectionString,
    answerWithinMs: options.answerWithinMs,
    onConnectionError,
  }
  const pool = openPool({ ...common, max: poolSize })
  const lists = openListReader({
    ...common,
    isPooled: direct !== undefined,
    poolSize: listPoolSize,
    limits: options.listLimits,
  })
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const replica =
    replicaConnectionString === undefined
      ? undefined
      : openReplica({
          // Where the settings are defaults of the user, a replica has them as well.
          connectionString:
            direct === undefined
              ? withSessionSettings(replicaConnectionString)
              : replicaConnectionString,
          poolSize: poolSize + listPoolSize,
          statementMs: lists.statementMs,
          onNotice: onReplica,
        })
  let closing: Promise<void> | undefined
  return {
    connectionString: own,
    pool,
    kysely,
    // A name means something to one session alone, and behind a pooler the next statement is another's.
    prepared: ({ name, text, values }) =>
      pool.query(direct === undefined ? { name, text, values } : { text, values }),
    replica,
    lists,
    close() {
      closing ??= Promise.all([pool.end(), lists.close(), replica?.close()]).then(() => {})
      return closing
    },
  }
}
