import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestDuration, requestsInFlight } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Routes with a separate label; all pages share one, and all files another. */
const ownLabel = /^\/(api|sandbox|healthz|readyz|metrics|dev|enquiries|contact|files)(\/|$)/
const labels = new Map<string, string>()

/** Measures every request, including disconnected ones. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // A stream is open for minutes, and has its own metrics.
    if (isStream(request)) return done()
    requestsInFlight.inc()
    // Emitted after the last byte of the response, and also if the connection is closed earlier.
    reply.raw.once('close', () => {
      requestsInFlight.dec()
      const status = reply.raw.writableEnded ? `${Math.floor(reply.statusCode / 100)}xx` : 'aborted'
      const method = methods.has(request.method) ? request.method : 'other'
      requestDuration.observe(
        { method, route: routeLabel(request), status },
        reply.elapsedTime / 1000,
      )
    })
    done()
  })
}

/** Whether the response is a stream of events. */
export function isStream(request: FastifyRequest): boolean {
  return 'isStream' in request.routeOptions.config && request.routeOptions.config.isStream === true
}

/** The template of a request's route, never its address: `/api/leads/:id`. */
export function routeLabel(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === undefined) return 'unknown'
  let label = labels.get(url)
  if (label === undefined) {
    label = ownLabel.test(url) ? url : url.startsWith('/assets/') ? 'assets' : 'site'
    labels.set(url, label)
  }
  return label
}
