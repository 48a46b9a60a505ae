import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { ApiFailure } from './failure.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, which needs the database and no stop under way. */
export function addHealthRoutes(
  app: FastifyInstance,
  database: Database,
  isStopping: () => boolean,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ success: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (isStopping()) throw new ApiFailure('SERVICE_UNAVAILABLE')
    try {
      await sql`select 1`.execute(database.kysely)
    } catch (cause) {
      throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
    }
    return { success: true }
  })
}
