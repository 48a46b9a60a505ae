import type { FastifyInstance } from 'fastify'
import { ApiFailure } from './failure.ts'

/** What the last audit of the ledger found. */
export interface AuditStatus {
  verdict: string
  /** False where an invariant is broken, or where audits do not run. */
  isHealthy: boolean
}

interface HealthDeps {
  /** Reads from the database, so that it fails while the database is away. */
  readAuditStatus: () => Promise<AuditStatus>
  isStopping: () => boolean
}

/**
 * - `/healthz`: the process runs.
 * - `/readyz`: it can serve, which needs the database and no stop under way. It reports the audit's verdict and stays 200
 *   when the ledger is off: every instance shares the ledger, and removing all instances would stop the business.
 * - `/readyz/books`: fails when the ledger is off. It is for alerts.
 */
export function addHealthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ success: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const { verdict } = await readReadyStatus(deps)
    return { success: true, checks: { database: 'ok', books: verdict } }
  })
  app.get('/readyz/books', { schema: { hide: true } }, async (_request, reply) => {
    const { verdict, isHealthy } = await readReadyStatus(deps)
    return reply
      .status(isHealthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: isHealthy, checks: { books: verdict } })
  })
}

/** @throws ApiFailure SERVICE_UNAVAILABLE */
async function readReadyStatus({ isStopping, readAuditStatus }: HealthDeps): Promise<AuditStatus> {
  if (isStopping()) throw new ApiFailure('SERVICE_UNAVAILABLE')
  try {
    return await readAuditStatus()
  } catch (cause) {
    throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
  }
}
