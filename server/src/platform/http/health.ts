import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { readBooksState, type Verdict, verdictOf } from '../../integrity/audit-result.queries.ts'
import type { Database } from '../database/connect.ts'
import { ApiFailure } from './failure.ts'

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, which needs the database and no stop under way; it tells what the
 * last audit said of the books, and serves all the same where they are off: they are off for every instance alike, and
 * taking all of them away would stop the business and those who are to mend it. `/readyz/books` fails in that case, for
 * whoever is to be woken.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  deps: { config: Config; database: Database; isStopping: () => boolean },
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ success: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const books = await ready(deps)
    return { success: true, checks: { database: 'ok', books } }
  })
  app.get('/readyz/books', { schema: { hide: true } }, async (_request, reply) => {
    const books = await ready(deps)
    const isGood = books === 'whole' || books === 'unchecked'
    return reply
      .status(isGood ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: isGood, checks: { books } })
  })
}

/** @throws ApiFailure SERVICE_UNAVAILABLE */
async function ready(deps: {
  config: Config
  database: Database
  isStopping: () => boolean
}): Promise<Verdict> {
  if (deps.isStopping()) throw new ApiFailure('SERVICE_UNAVAILABLE')
  try {
    return verdictOf(await readBooksState(deps.database), deps.config.auditEveryMinutes)
  } catch (cause) {
    throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
  }
}
