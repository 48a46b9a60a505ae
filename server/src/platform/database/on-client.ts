import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Schema } from './schema.ts'

/** Kysely on one connection, which stays checked out. */
export function onClient(client: pg.PoolClient): Kysely<Schema> {
  const query = client.query.bind(client)
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) })
}
