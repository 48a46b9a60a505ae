import type { FastifyInstance, FastifyServerOptions } from 'fastify'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Structured logs, one JSON object per line. Personal data and secrets are removed. */
export function loggerOptions(level: string): LoggerOptions {
  return {
    level,
    serializers: { err: describeError },
    redact: {
      paths: [
        'password',
        '*.password',
        'newPassword',
        '*.newPassword',
        'confirmNewPassword',
        '*.confirmNewPassword',
        'otp',
        '*.otp',
        'accessToken',
        '*.accessToken',
        'authorization',
        '*.authorization',
        'cookie',
        '*.cookie',
        '*["set-cookie"]',
        'headers.authorization',
        'headers.cookie',
      ],
      censor: '[redacted]',
    },
  }
}

/**
 * Keeps only the parts of an error that locate the fault. Errors may also contain the submitted form, the row that
 * violated a constraint or the parameters of a statement.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: 'a value that is not an Error was thrown', stack: '' }
  }
  const { name: type, message, stack = '', cause } = error
  return {
    type,
    message,
    stack,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** Matches any text long enough to be a secret of 256 bits, for example in a traveller's link. */
const secretsInPaths = /[A-Za-z0-9_-]{43,}/g

/** Machines call these every few seconds, so they are logged only at level debug. */
const probes = new Set(['/healthz', '/readyz', '/readyz/invariants', '/metrics'])

/** Logs one line per response: the path without its query, which can contain names, and without secrets. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isProbe = probes.has(path)
    request.log[isProbe ? 'debug' : 'info'](
      {
        method: request.method,
        path: path.replace(secretsInPaths, '[redacted]'),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
