import type { Socket } from 'node:net'
import type { ErrorCode } from '@raahi/contract/error-codes'
import { type ErrorAnswer, errorCodes } from '@raahi/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseUnavailable, sqlState } from '../database/errors.ts'
import { failures } from '../observability/metrics.ts'
import { ApiFailure } from './failure.ts'
import { logSecurityRefusal } from './security-events.ts'
import { policyHeaders } from './security-headers.ts'

/** SQLSTATE with which our database functions refuse; the message is then a code of the contract. */
const REFUSED_BY_FUNCTION = 'RAAHI'
/** Waited too long for a lock; collided with others three times (see retryConflicts). */
const CONFLICTS = new Set(['55P03', '40001', '40P01'])
/**
 * The database is there and unable: out of space, memory or connections (class 53), let down by its disk (58), so slow that
 * it broke off a statement (57014) or a transaction (25P03), or it takes no writes (25006), as a server does that follows
 * another until a failover has made it the primary, and a hosted one whose disk is nearly full.
 */
const UNABLE = /^(53|58)...$|^57014$|^25P03$|^25006$/

const fastifyErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/** Turns whatever a request ended with into the one form of an error. */
export function addErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error)
    const { status } = errorCodes[failure.code]
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    else if (failure.cause) request.log.info({ err: failure.cause, code: failure.code }, 'refused')
    logSecurityRefusal(request, failure.code)
    return sendFailure(reply, failure)
  })
}

/** Answers with a failure in the standard form. */
export function sendFailure(reply: FastifyReply, failure: ApiFailure): FastifyReply {
  const { code, message, fieldErrors } = failure
  failures.inc({ code })
  const answer: ErrorAnswer = { success: false, message, code, ...(fieldErrors && { fieldErrors }) }
  const { status } = errorCodes[code]
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const retryAfter = failure.retryAfterSeconds ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.status(status).header('cache-control', 'no-store').send(answer)
}

/** The declared failure that an error stands for; INTERNAL_ERROR where none does. */
export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const state = sqlState(error)
  if (state === REFUSED_BY_FUNCTION && error instanceof Error) {
    return new ApiFailure(isErrorCode(error.message) ? error.message : 'INTERNAL_ERROR')
  }
  if (state && CONFLICTS.has(state)) return new ApiFailure('TOO_BUSY_RETRY', { cause: error })
  if (isDatabaseUnavailable(error) || UNABLE.test(state ?? '')) {
    return new ApiFailure('SERVICE_UNAVAILABLE', { cause: error })
  }
  return fromFastify(error) ?? new ApiFailure('INTERNAL_ERROR', { cause: error })
}

function fromFastify(error: unknown): ApiFailure | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const known = 'code' in error ? fastifyErrors[String(error.code)] : undefined
  if (known) return new ApiFailure(known, { cause: error })
  const isCallersFault = Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
  return isCallersFault ? new ApiFailure('MALFORMED_REQUEST', { cause: error }) : undefined
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text)
}

/** Answers what is not HTTP, or has too large a head, in the standard form too, and hangs up. */
export function rejectUnreadableRequest(error: Error, socket: Socket): void {
  if (!socket.writable || (error as NodeJS.ErrnoException).code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { message } = errorCodes.MALFORMED_REQUEST
  const body = JSON.stringify({ success: false, message, code: 'MALFORMED_REQUEST' })
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      ...Object.entries(policyHeaders).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}
