import type { ErrorCode } from '@raahi/contract/error-codes'
import type { FastifyRequest } from 'fastify'

/** Refusals that an attack is made of, and that a person's slip now and then is too. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_CREDENTIALS',
  'INVALID_OTP',
  'RESET_NOT_ALLOWED',
  'CURRENT_PASSWORD_WRONG',
  'WRONG_CODE',
  'FORBIDDEN',
  'TWO_FACTOR_REQUIRED',
  'ORIGIN_NOT_ALLOWED',
  'PAYMENT_NOT_GENUINE',
  'PAYMENT_MISMATCH',
  'UNSUPPORTED_FILE_TYPE',
  'MISDIRECTED_REQUEST',
  'TOO_MANY_REQUESTS',
])

/** What happened to the safety of an account or of the product. */
type SecurityEvent = ErrorCode | 'SIGNED_IN' | 'REFRESH_TOKEN_REUSED'

/**
 * A line of the log that tells what happened, from which address, in which call, and to whom where that is known; nothing of
 * what was typed. Those that a person should look at when they pile up are warnings.
 */
export function logSecurityEvent(
  request: FastifyRequest,
  event: SecurityEvent,
  userId?: string,
): void {
  const isPlain = event === 'SIGNED_IN'
  const { endpoint: call } = request.routeOptions.config as { endpoint?: string }
  const details = { securityEvent: event, ip: request.ip, call, ...(userId && { userId }) }
  request.log[isPlain ? 'info' : 'warn'](details, 'security')
}

const callers = new WeakMap<FastifyRequest, string>()

/** Remembers whose request it is, should it be refused. */
export function nameCaller(request: FastifyRequest, userId: string): void {
  callers.set(request, userId)
}

/** Logs a refusal if it is one of those above. */
export function logSecurityRefusal(request: FastifyRequest, code: ErrorCode): void {
  if (refusals.has(code)) logSecurityEvent(request, code, callers.get(request))
}
