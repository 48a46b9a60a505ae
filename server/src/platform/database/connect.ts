import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type ListReader, openListReader } from './list-reader.ts'
import type { ListLimits } from './list-slots.ts'
import { openPool } from './open-pool.ts'
import type { Schema } from './schema.ts'
import { withSessionSettings } from './session-settings.ts'

/** All access to the database. `pool` is for named prepared statements on hot paths, `kysely` for everything else. */
export type Database = {
  /** The address past any pooler, with our session settings, for code that opens its own connections. */
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  /** Runs a statement of a hot path, prepared once per connection. */
  prepared<Row extends pg.QueryResultRow>(statement: Prepared): Promise<pg.QueryResult<Row>>
  /** Reads lists (see `read-list.ts`). */
  readonly lists: ListReader
  /** Waits for running queries and closes every connection; may be called twice. */
  close(): Promise<void>
}

type Prepared = { name: string; text: string; values: unknown[] }

export type ConnectOptions = {
  connectionString: string
  /**
   * If set, `connectionString` is a pooler in transaction mode, which may use another session for each transaction, and
   * this is the database behind it. The session settings must then be defaults of the user (`session-settings.ts`).
   */
  directConnectionString?: string | undefined
  /** Maximum number of connections of this process, except those for lists. */
  poolSize: number
  /** Maximum number of connections for lists. */
  listPoolSize?: number
  listLimits?: Partial<ListLimits>
  /** A statement without a response in this time fails and its connection is closed; unset: no limit. */
  answerWithinMs?: number | undefined
  /** Called for each lost connection. The pool replaces it. */
  onConnectionError?: (error: Error) => void
}

/**
 * Opens a pool of connections. The first query opens the first connection.
 * @throws TypeError if the connection string is not a URL
 *
 * Every connection sends statements at once (`pipeline`): statements issued on one client without awaiting each other
 * share a round trip. Kysely awaits each statement and is not affected.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const { directConnectionString: direct } = options
  const { poolSize, listPoolSize = 4 } = options
  const { onConnectionError = () => {} } = options
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
  let closing: Promise<void> | undefined
  return {
    connectionString: own,
    pool,
    kysely,
    // A statement name belongs to one session, and a pooler may use another session for the next statement.
    prepared: ({ name, text, values }) =>
      pool.query(direct === undefined ? { name, text, values } : { text, values }),
    lists,
    close() {
      closing ??= Promise.all([pool.end(), lists.close()]).then(() => {})
      return closing
    },
  }
}
