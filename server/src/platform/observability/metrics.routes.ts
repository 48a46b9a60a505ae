import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import { ApiFailure } from '../http/failure.ts'
import { processMetrics, watchPool, watchProcess } from './metrics.ts'
import { collectStoredMetrics, type StoredMetrics } from './stored-metrics.ts'
import { answerSnapshotRequests, readMachineMetrics } from './workers-metrics.ts'

/** `/metrics` for Prometheus: what the processes of this machine count, and what the database knows for all. */
export function addMetrics(
  app: FastifyInstance,
  {
    config,
    database,
    stored,
  }: { config: Config; database: Database; stored: readonly StoredMetrics[] },
): void {
  app.addHook('onClose', watchPool(database.pool, 'primary'))
  if (database.replica) app.addHook('onClose', watchPool(database.replica.pool, 'replica'))
  if (!config.metrics) return
  watchProcess()
  answerSnapshotRequests()
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

/**
 * @throws ApiFailure UNAUTHENTICATED without the token; ROUTE_NOT_FOUND for whoever is not on this machine, where none is
 *   set
 */
function requireReader(request: FastifyRequest, access: Config['metrics']): void {
  if (access === 'loopback') {
    // What a proxy passes on is refused earlier: this holds in a trial alone.
    if (/^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '')) return
    throw new ApiFailure('ROUTE_NOT_FOUND')
  }
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!access || !isSame(given, access.token)) throw new ApiFailure('UNAUTHENTICATED')
}

/** Takes the same time however much of a guess is right. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
