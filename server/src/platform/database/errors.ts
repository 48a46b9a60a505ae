import type { ErrorCode } from '@raahi/contract/errors'

/** The SQLSTATE of an error from PostgreSQL, such as `23505`; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = errorCode(error)
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** The SQLSTATE of refusals by our database functions. The message is a code of the contract. */
export const refusedByFunction = 'RAAHI'

/** Whether a database function refused with this code. */
export function isRefusal(error: unknown, code: ErrorCode): boolean {
  return sqlState(error) === refusedByFunction && error instanceof Error && error.message === code
}

/** The `code` of a system or PostgreSQL error, also searched in its causes and in an AggregateError. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  return errorCode(error.cause)
}

const noConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const noConnectionText =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/**
 * Returns whether a query failed because the database is currently unavailable (restarting, out of connections,
 * connection lost), so that the same call may succeed soon: 503, not 500.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  // Class 08: connection exception; 57P01 to 57P03: shutting down, crashed, starting up; 53300: too many connections.
  if (state && (/^08/.test(state) || /^57P0[1-3]$/.test(state) || state === '53300')) return true
  const code = errorCode(error)
  if (code && noConnection.has(code)) return true
  return error instanceof Error && noConnectionText.test(error.message)
}
