import type { ErrorCode } from '@raahi/contract/errors'
import type { FastifyRequest } from 'fastify'

/** Refusals that occur in attacks, and occasionally by mistake. */
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

/** A security event of an account or of the product. */
type SecurityEvent = ErrorCode | 'SIGNED_IN' | 'REFRESH_TOKEN_REUSED'

/**
 * Logs a security event with address, call and, if known, user, and without submitted values. Events that need
 * attention when they accumulate are warnings.
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

/** Stores the user of a request, for the log of a refusal. */
export function setRequestUser(request: FastifyRequest, userId: string): void {
  callers.set(request, userId)
}

/** Logs a refusal if it is one of the above. */
export function logSecurityRefusal(request: FastifyRequest, code: ErrorCode): void {
  if (refusals.has(code)) logSecurityEvent(request, code, callers.get(request))
}
