import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import { ApiFailure } from '../http/failure.ts'
import { processMetrics, serverProcesses, watchPool, watchProcess } from './metrics.ts'
import { collectStoredMetrics, type StoredMetrics } from './stored-metrics.ts'
import { answerSnapshotRequests, readMachineMetrics } from './workers-metrics.ts'

/** `/metrics` for Prometheus: the metrics of this machine's processes, and the metrics stored in the database. */
export function addMetrics(
  app: FastifyInstance,
  {
    config,
    database,
    stored,
  }: { config: Config; database: Database; stored: readonly StoredMetrics[] },
): void {
  app.addHook('onClose', watchPool(database.pool))
  if (!config.metrics) return
  watchProcess()
  answerSnapshotRequests()
  // Set when the process listens. Before that, it reports its metrics but is not counted.
  app.addHook('onListen', async () => serverProcesses.set(1))
  app.get(
    '/metrics',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      requireReader(request, config.metrics)
      const [counted, collected] = await Promise.all([
        readMachineMetrics(),
        collectStoredMetrics(database, stored),
      ])
      return reply
        .header('cache-control', 'no-store')
        .type(processMetrics.contentType)
        .send(`${counted}\n${collected}`)
    },
  )
}

/** @throws ApiFailure UNAUTHENTICATED without the token; ROUTE_NOT_FOUND for other machines, if no token is set */
function requireReader(request: FastifyRequest, access: Config['metrics']): void {
  if (access === 'loopback') {
    // Only in a trial, which rejects proxied requests earlier.
    if (/^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')) return
    throw new ApiFailure('ROUTE_NOT_FOUND')
  }
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!access || !isSameToken(given, access.token)) throw new ApiFailure('UNAUTHENTICATED')
}

/** Compares in constant time. */
function isSameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
