import type pg from 'pg'
import { traced } from './tracing.ts'

type Query = (...given: unknown[]) => unknown

/**
 * Makes a span of each statement that goes through a pool: named by what it does to which table, without the values, which
 * are never in its text. The time that it waits for a connection belongs to it where the pool itself was asked.
 */
export function traceDatabase(pool: pg.Pool): void {
  const seen = new WeakSet<pg.PoolClient>()
  const connect = pool.connect.bind(pool)
  const query = pool.query.bind(pool) as Query
  const traceClient = (client: pg.PoolClient) => {
    if (seen.has(client)) return client
    seen.add(client)
    client.query = spans(client.query.bind(client) as Query) as typeof client.query
    return client
  }
  // With a callback it is the pool that asks, for a query of its own, which is traced below.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connect().then(traceClient)) as typeof pool.connect
  pool.query = spans(query) as typeof pool.query
}

function spans(query: Query): Query {
  return (...given) => {
    const text = textOf(given[0])
    const hasCallback = typeof given.at(-1) === 'function'
    // A cursor is read for as long as its reader takes, which is no time of the database.
    if (text === undefined || hasCallback) return query(...given)
    return traced(
      {
        name: statementName(given[0], text),
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql' },
      },
      () => query(...given) as Promise<unknown>,
    )
  }
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  const isPlain = typeof statement === 'object' && statement !== null && !('submit' in statement)
  return isPlain && 'text' in statement && typeof statement.text === 'string'
    ? statement.text
    : undefined
}

/** `buy-lead` where it is prepared under a name, else such as `select leads`. */
export function statementName(statement: unknown, text: string): string {
  if (typeof statement === 'object' && statement !== null && 'name' in statement) {
    return String(statement.name)
  }
  const [, first = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|lock table)\s+"?([a-z_]+)"?/i.exec(text) ?? []
  return [first.toLowerCase(), table].filter(Boolean).join(' ')
}
