import type { FastifyInstance, FastifyServerOptions } from 'fastify'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Structured logs, one JSON line each. What identifies or lets in a person is cut out. */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    redact: {
      paths: [
        'password',
        '*.password',
        'accessToken',
        '*.accessToken',
        'authorization',
        '*.authorization',
        'cookie',
        '*.cookie',
        '*["set-cookie"]',
        'headers.authorization',
        'headers.cookie',
        'err.parameters',
        'err.detail',
        'err.where',
      ],
      censor: '[redacted]',
    },
  }
}

/** One line a request, when it has been answered; the path without its query, which can hold names. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const isProbe = request.url === '/healthz' || request.url === '/readyz'
    request.log[isProbe ? 'debug' : 'info'](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
