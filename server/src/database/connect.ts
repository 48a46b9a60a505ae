import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

/** The one way to the database. `pool` is for named prepared statements on hot paths, `kysely` for all else. */
export type Database = {
  /** With our session settings in it, for whoever needs connections of its own. */
  readonly connectionString: string
  readonly pool: pg.Pool
  readonly kysely: Kysely<Schema>
  /** Waits for running queries and closes every connection; may be called twice. */
  close(): Promise<void>
}

export type ConnectOptions = {
  connectionString: string
  /** The most connections this process opens. */
  poolSize: number
  /** Told of each connection that was lost; the pool replaces it by itself. */
  onConnectionError?: (error: Error) => void
}

// A statement that waits for ever holds its connection for ever, and ten of those stop the product.
const SESSION_SETTINGS = [
  '-c lock_timeout=10s',
  '-c statement_timeout=30s',
  '-c idle_in_transaction_session_timeout=60s',
  // An answer is given after the commit is on the disk, whatever the database's own default.
  '-c synchronous_commit=on',
  '-c timezone=UTC',
].join(' ')

const OID = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009 }

/**
 * Opens a pool of connections. Nothing is dialled before the first query.
 * @throws TypeError where the connection string is not a URL.
 *
 * Every connection sends what it is given at once (`pipeline`): statements issued on one client without awaiting
 * each other share a round trip. Kysely awaits each statement and is not affected.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const { onConnectionError = () => {} } = options
  const connectionString = withSessionSettings(options.connectionString)
  const pool = new pg.Pool({
    connectionString,
    application_name: 'raahi',
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  })
  // The pool listens to idle clients only: a connection lost while checked out would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionError))
  pool.on('error', () => {}) // Said already by the client's own listener.
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  let closing: Promise<void> | undefined
  return {
    connectionString,
    pool,
    kysely,
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}

/** The address with our session settings in it, before any of its own, which therefore win. */
function withSessionSettings(connectionString: string): string {
  const url = new URL(connectionString)
  const own = url.searchParams.get('options')
  url.searchParams.set('options', own ? `${SESSION_SETTINGS} ${own}` : SESSION_SETTINGS)
  return url.href
}

const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of safe range: ${text}`)
  return value
}

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(OID.textArray)

/** bigint is a number where that is exact and an error where not; a date is YYYY-MM-DD, whatever the time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === OID.int8) return parseBigint
    if (oid === OID.date) return (text: string) => text
    if (oid === OID.dateArray) return parseTextArray
    if (oid === OID.int8Array) {
      return (text: string) =>
        parseTextArray(text).map((item) => (item === null ? null : parseBigint(item)))
    }
  }
  return pg.types.getTypeParser(oid, format)
}
