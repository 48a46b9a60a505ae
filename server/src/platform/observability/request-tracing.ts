import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import { trustedNeighbours } from './request-ids.ts'
import { isStream, routeLabel } from './request-metrics.ts'
import { traceDatabase } from './trace-database.ts'
import { beginSpan, setTracer } from './tracing.ts'

/**
 * Traces every request from its head to its last byte, with its database statements. It continues a trace only of a
 * trusted proxy, because other clients could otherwise have everything recorded.
 */
export async function addTracing(
  app: FastifyInstance,
  { config, database }: { config: Config; database: Database },
): Promise<void> {
  if (!config.tracing) return
  const { openTelemetry } = await import('./open-telemetry.ts')
  const { tracer, stop } = openTelemetry(config.tracing)
  setTracer(tracer)
  app.addHook('onClose', async () => {
    setTracer(undefined)
    await stop()
  })
  traceDatabase(database.pool)
  const isTrusted = trustedNeighbours(config.trustProxy)
  app.addHook('onRequest', (request, reply, done) => {
    // A span would be open for minutes.
    if (isStream(request)) return done()
    const { traceparent } = request.headers
    const isOpen = typeof traceparent === 'string' && isTrusted(request.socket.remoteAddress)
    const route = routeLabel(request)
    const span = beginSpan(
      {
        name: `${request.method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'raahi.request_id': request.id,
        },
      },
      isOpen ? traceparent : undefined,
    )
    request.work.span = span
    reply.raw.once('close', () => {
      const { statusCode } = reply
      span?.set({ 'http.response.status_code': statusCode })
      const failure = reply.raw.writableEnded ? statusCode >= 500 && 'failed' : 'aborted'
      span?.end(failure ? failure : undefined)
    })
    done()
  })
}
