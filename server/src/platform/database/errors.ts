/** The SQLSTATE of an error that PostgreSQL sent, such as `23505`; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCode(error)
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** The `code` of an error of the system or of PostgreSQL, looked for in its causes and in an AggregateError too. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return errorCode(error.cause)
}

const NO_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const NO_CONNECTION_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/**
 * Whether an error of a query means that the database is not there at the moment (restarting, out of connections,
 * connection lost) and the same call may succeed in a second: 503, not 500.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  // Class 08: connection exception; 57P01 to 57P03: shutting down, crashed, starting up; 53300: too many connections.
  if (state && (/^08/.test(state) || /^57P0[1-3]$/.test(state) || state === '53300')) return true
  const code = errorCode(error)
  if (code && NO_CONNECTION.has(code)) return true
  return error instanceof Error && NO_CONNECTION_TEXT.test(error.message)
}
