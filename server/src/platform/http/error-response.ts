import type { Socket } from 'node:net'
import type { ErrorCode } from '@raahi/contract/errors'
import { type ErrorAnswer, errorCodes } from '@raahi/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseUnavailable, refusedByFunction, sqlState } from '../database/errors.ts'
import { failures } from '../observability/metrics.ts'
import { ApiFailure } from './failure.ts'
import { logSecurityRefusal } from './security-events.ts'
import { policyHeaders } from './security-headers.ts'

/** A lock wait that timed out, or three conflicts in a row (see retryConflicts). */
const conflicts = new Set(['55P03', '40001', '40P01'])
/**
 * The database runs but cannot serve the request: it has no space, memory or connections left (class 53), the disk
 * failed (58), a statement (57014) or an idle transaction (25P03) exceeded its time limit, or the server is read-only
 * (25006). A replica is read-only until a failover promotes it, and so is a hosted server whose disk is nearly full.
 */
const unable = /^(53|58)...$|^57014$|^25P03$|^25006$/

const fastifyErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/** Converts every error of a request to the standard form. */
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

/** Sends a failure in the standard form. */
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

/** Maps an error to a declared failure; INTERNAL_ERROR if none matches. */
export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const state = sqlState(error)
  if (state === refusedByFunction && error instanceof Error) {
    return new ApiFailure(isErrorCode(error.message) ? error.message : 'INTERNAL_ERROR')
  }
  if (state && conflicts.has(state)) return new ApiFailure('TOO_BUSY_RETRY', { cause: error })
  if (isDatabaseUnavailable(error) || unable.test(state ?? '')) {
    return new ApiFailure('SERVICE_UNAVAILABLE', { cause: error })
  }
  return fromFastify(error) ?? new ApiFailure('INTERNAL_ERROR', { cause: error })
}

function fromFastify(error: unknown): ApiFailure | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const known = 'code' in error ? fastifyErrors[String(error.code)] : undefined
  if (known) return new ApiFailure(known, { cause: error })
  const isClientError = Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
  return isClientError ? new ApiFailure('MALFORMED_REQUEST', { cause: error }) : undefined
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text)
}

/** Answers input that is not HTTP, or whose head is too large, in the standard form and closes the connection. */
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
