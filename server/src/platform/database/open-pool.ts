import type { Socket } from 'node:net'
import pg from 'pg'

const oids = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009 }

type PoolOptions = Pick<pg.PoolConfig, 'connectionString' | 'max' | 'query_timeout'> & {
  connectWithinMs?: number
  /** A connection that waits for a response this long is closed; unset: never. */
  answerWithinMs?: number | undefined
  onConnectionError: (error: Error) => void
}

/** Opens a pool that parses our types. A lost connection does not end the process. */
export function openPool({
  connectWithinMs = 10_000,
  answerWithinMs,
  onConnectionError,
  ...options
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    application_name: 'raahi',
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 60_000,
    // A failed machine closes no connections. Keep-alive probes, every second, detect it after ten failures.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: { getTypeParser },
  })
  // The pool listens only to idle clients: a connection lost while checked out would end the process.
  pool.on('connect', (client) => {
    client.on('error', onConnectionError)
    if (answerWithinMs !== undefined) closeSilentConnection(client, answerWithinMs)
  })
  pool.on('error', () => {}) // The client's listener has reported it.
  return pool
}

/**
 * Closes a connection whose response is overdue. Keep-alive does not detect a machine that failed during a statement:
 * unacknowledged data is retransmitted for a quarter of an hour.
 */
function closeSilentConnection(client: pg.PoolClient, withinMs: number): void {
  const inside = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean }
  const { stream } = inside.connection
  stream.setTimeout(withinMs, () => {
    if (inside.readyForQuery) return
    stream.destroy(new Error('Connection terminated: no answer in time'))
  })
}

const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of safe range: ${text}`)
  return value
}

const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(oids.textArray)

/** Parses bigint as a number if that is exact, else as an error; a date as YYYY-MM-DD, independent of the time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === oids.int8) return parseBigint
    if (oid === oids.date) return (text: string) => text
    if (oid === oids.dateArray) return parseTextArray
    if (oid === oids.int8Array) {
      return (text: string) =>
        parseTextArray(text).map((item) => (item === null ? null : parseBigint(item)))
    }
  }
  return pg.types.getTypeParser(oid, format)
}
