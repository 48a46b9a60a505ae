import type { FastifyInstance, FastifyServerOptions } from 'fastify'

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Structured logs, one JSON line each. What identifies or lets in a person is cut out. */
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
 * What the log keeps of an error. Errors carry much that is not theirs to tell: the form they came from, the row
 * that broke a constraint, the parameters of a statement. Only what says where the fault is stays.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: 'something else than an error was thrown', stack: '' }
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

/** What is long enough to be a secret of 256 bits, such as a traveller's own link holds. */
const secretsInPaths = /[A-Za-z0-9_-]{43,}/g

/** Asked every few seconds by machines: no line for them, unless the level is debug. */
const probes = new Set(['/healthz', '/readyz', '/readyz/books', '/metrics'])

/** One line a request, when it has been answered; the path without its query, which can hold names, and without secrets. */
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
