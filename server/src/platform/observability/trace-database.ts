import type pg from 'pg'
import { runInSpan } from './tracing.ts'

type Query = (...given: unknown[]) => unknown

/**
 * Records a span for each statement of a pool, named by operation and table. Values are never part of the text and are
 * not recorded. The span includes the wait for a connection if the statement was sent through the pool.
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
  // The pool connects with a callback for its own queries, which `pool.query` below already traces.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connect().then(traceClient)) as typeof pool.connect
  pool.query = spans(query) as typeof pool.query
}

function spans(query: Query): Query {
  return (...given) => {
    const text = textOf(given[0])
    const hasCallback = typeof given.at(-1) === 'function'
    // A cursor is open as long as its reader is slow, so its duration is not database time.
    if (text === undefined || hasCallback) return query(...given)
    return runInSpan(
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

/** `buy-lead` for a statement prepared under that name, else for example `select leads`. */
export function statementName(statement: unknown, text: string): string {
  if (typeof statement === 'object' && statement !== null && 'name' in statement) {
    return String(statement.name)
  }
  const [, first = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|lock table)\s+"?([a-z_]+)"?/i.exec(text) ?? []
  return [first.toLowerCase(), table].filter(Boolean).join(' ')
}
