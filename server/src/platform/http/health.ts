import type { FastifyInstance } from 'fastify'
import { ApiFailure } from './failure.ts'

/** The result of the last audit of the ledger. */
export interface AuditStatus {
  verdict: string
  /** False if an invariant is violated or audits do not run. */
  isHealthy: boolean
}

/** Reads from the database, so it fails while the database is unreachable. */
type ReadAuditStatus = () => Promise<AuditStatus>

/**
 * - `/healthz`: the process runs.
 * - `/readyz`: the process can serve: the database is reachable. It reports the result of the audit but stays 200 if an
 * invariant is violated: all instances share the ledger, and removing all instances would stop the business.
 * - `/readyz/invariants`: fails if an invariant is violated. It is for alerts.
 *
 * During a stop the server refuses these requests like all others.
 */
export function addHealthRoutes(app: FastifyInstance, readAuditStatus: ReadAuditStatus): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ success: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    const { verdict } = await readReadyStatus(readAuditStatus)
    return { success: true, checks: { database: 'ok', invariants: verdict } }
  })
  app.get('/readyz/invariants', { schema: { hide: true } }, async (_request, reply) => {
    const { verdict, isHealthy } = await readReadyStatus(readAuditStatus)
    return reply
      .status(isHealthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: isHealthy, checks: { invariants: verdict } })
  })
}

/** @throws ApiFailure SERVICE_UNAVAILABLE */
async function readReadyStatus(readAuditStatus: ReadAuditStatus): Promise<AuditStatus> {
  try {
    return await readAuditStatus()
  } catch (cause) {
    throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
  }
}
