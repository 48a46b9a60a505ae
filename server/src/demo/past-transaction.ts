import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { Database } from '../platform/database/connect.ts'
import type { Schema } from '../platform/database/schema.ts'
import { retryConflicts } from '../platform/database/transaction.ts'

/** The database's clock as one transaction sees it. It never goes backwards, so that records are numbered in order of time. */
export interface PastClock {
  /** Sets the clock to a time, unless it is later already. The statement is sent together with the next one. */
  advanceTo(time: Date): void
  advanceBy(durationMs: number): void
}

const clockFunctions = ['now', 'statement_timestamp', 'clock_timestamp'] as const

/**
 * Runs use cases in one transaction whose time is set by the caller. For this transaction only, a schema at the start
 * of the search path has functions with the names of PostgreSQL's clock functions, and column defaults call them. Both
 * changes are reverted before the commit, and by a rollback. The transaction locks most tables, so nothing else may use
 * the database.
 * @param start first time of the clock
 * @param work receives the database in which the transactions of use cases are part of this transaction
 */
export async function withPastClock(
  database: Database,
  start: Date,
  work: (database: Database, clock: PastClock) => Promise<void>,
): Promise<void> {
  await retryConflicts(async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      const restoreClock = await replaceClock(client)
      const clock = createClock(client)
      clock.advanceTo(start)
      await work(onTransaction(database, client), clock)
      await restoreClock()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release(true) // Closes the connection with its prepared statements.
    }
  })
}

function createClock(client: pg.PoolClient): PastClock {
  let present = new Date(0)
  const advanceTo = (time: Date) => {
    if (time <= present) return
    present = time
    client
      .query("select set_config('past_clock.time', $1, true)", [time.toISOString()])
      .catch(() => {}) // The next statement fails too.
  }
  return {
    advanceTo,
    advanceBy: (durationMs) => advanceTo(new Date(present.getTime() + durationMs)),
  }
}

/** @returns a function that restores the clock */
async function replaceClock(client: pg.PoolClient): Promise<() => Promise<void>> {
  // The text of a default names the function that the search path leads to when it is set.
  const { rows } = await client.query<{ path: string; defaults: string }>(`
    select current_setting('search_path') as path,
      string_agg(format('alter table %s alter column %I set default %s',
        attrelid::regclass, attname, pg_get_expr(adbin, adrelid)), ';') as defaults
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      join pg_class on pg_class.oid = adrelid
    where relnamespace = current_schema()::regnamespace
      and pg_get_expr(adbin, adrelid) ~ '\\m(${clockFunctions.join('|')})\\(\\)'`)
  const [{ path, defaults } = { path: '', defaults: '' }] = rows
  await client.query(`create schema past_clock;
    ${clockFunctions.map((name) => `create function past_clock.${name}() returns timestamptz language sql stable as $$ select current_setting('past_clock.time')::timestamptz $$;`).join('\n')}
    set local search_path = past_clock, ${path}, pg_catalog; ${defaults}`)
  return async () => {
    // Deferred constraints are checked before their tables can be altered.
    await client.query(`set constraints all immediate; set local search_path = ${path}; ${defaults};
      ${clockFunctions.map((name) => `drop function past_clock.${name}();`).join('\n')}
      drop schema past_clock`)
  }
}

/** A driver that starts no transactions: its statements belong to the open transaction of the connection. */
class JoiningDriver extends PostgresDriver {
  override async beginTransaction() {}
  override async commitTransaction() {}
  override async rollbackTransaction() {}
}

function onTransaction(database: Database, client: pg.PoolClient): Database {
  // Queries are prepared at their first use, because planning takes most of their time. Writes are not: a generic plan of
  // an insert cannot use a partial unique index in `on conflict`.
  const names = new Map<string, string>()
  const query = (text: string, values: unknown[]) => {
    if (!/^\s*(select|with)\b/.test(text)) return client.query(text, values)
    const name = names.get(text) ?? `past clock ${names.size}`
    names.set(text, name)
    return client.query({ name, text, values })
  }
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} }
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new JoiningDriver({ pool: pool as never }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { ...database, kysely, prepared: ({ text, values }) => query(text, values) }
}
