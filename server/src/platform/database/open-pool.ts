import type { Socket } from 'node:net'
import pg from 'pg'

const OID = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, textArray: 1009 }

type PoolOptions = Pick<pg.PoolConfig, 'connectionString' | 'max' | 'query_timeout'> & {
  connectWithinMs?: number
  /** A connection that owes an answer and says nothing for so long is given up; unset: never. */
  answerWithinMs?: number | undefined
  onConnectionError: (error: Error) => void
}

/** A pool whose connections read our types, and whose losses end nothing. */
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
    // A database whose machine is gone hangs up on nobody: asked every second from here on, ten times, it is known to be.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: { getTypeParser },
  })
  // The pool listens to idle clients only: a connection lost while checked out would end the process.
  pool.on('connect', (client) => {
    client.on('error', onConnectionError)
    if (answerWithinMs !== undefined) giveUpSilent(client, answerWithinMs)
  })
  pool.on('error', () => {}) // Said already by the client's own listener.
  return pool
}

/**
 * Ends a connection whose answer is overdue. Keeping it alive does not find that out where the machine at the other end went
 * away with a statement under way: what nobody takes in is sent again and again, for a quarter of an hour.
 */
function giveUpSilent(client: pg.PoolClient, withinMs: number): void {
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
