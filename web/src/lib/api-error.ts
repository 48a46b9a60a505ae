import type { ErrorCode } from '@raahi/contract/error-codes'
import type { FieldErrors } from '@raahi/contract/errors'

/**
 * Codes of failures that the server did not report by a code of the contract.
 * - NETWORK: no answer arrived.
 * - TIMEOUT: no answer arrived in time.
 * - BAD_ANSWER: what arrived is no answer of our server: a proxy's page, an empty or a cut body.
 * - UNKNOWN: an error answer whose code this build of the app does not know.
 */
type WebErrorCode = 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER' | 'UNKNOWN'

export type ApiErrorCode = ErrorCode | WebErrorCode

/** The server's text. Only this file can read it, so that a screen cannot show it without a fallback. */
const serverText = Symbol('serverText')

/** `Error` without `message` in its type: a screen gets its text from `errorMessage`. */
const ErrorWithoutMessage = Error as unknown as new (
  message: string,
  options: { cause: unknown },
) => Omit<Error, 'message'>

/** The one failure a call throws: a stable code, the server's text or null, and one text per field. */
export class ApiError extends ErrorWithoutMessage {
  readonly code: ApiErrorCode
  /** HTTP status; 0 where no answer arrived. */
  readonly status: number
  readonly fieldErrors: FieldErrors
  readonly [serverText]: string | null

  constructor(details: {
    code: ApiErrorCode
    status: number
    /** The server's text; null, missing or blank where it gave none. */
    text?: string | null
    fieldErrors?: FieldErrors
    cause?: unknown
  }) {
    // For the browser's console alone.
    super(`${details.code} (HTTP status ${details.status})`, { cause: details.cause })
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status
    this.fieldErrors = details.fieldErrors ?? {}
    this[serverText] = details.text?.trim() || null
  }

  /** True where the server may have done the work: the same intent may be tried again. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.code === 'BAD_ANSWER' || this.status >= 500
  }
}

const unreachable = 'Could not reach Raahi. Please check your connection and try again.'

/**
 * The text of a failure: the server's own, else `fallback`, which names what failed. The screens get every
 * text of a failure here or from `errorWithReason`.
 * @param fallback the specification's text for the failed action, where it has one
 */
export function errorMessage(error: unknown, fallback: string): string {
  return serverTextOf(error) ?? errorWithReason(error, fallback)
}

/**
 * What failed, followed by the reason where it is known.
 * @param separator '. ' makes the reason a sentence, ': ' a part of the same one
 */
export function errorWithReason(
  error: unknown,
  what: string,
  separator: '. ' | ': ' = '. ',
): string {
  const reason = serverTextOf(error) ?? (isRefusal(error, 'NETWORK') ? unreachable : null)
  return reason === null ? what : `${what.replace(/\.$/, '')}${separator}${reason}`
}

function serverTextOf(error: unknown): string | null {
  return error instanceof ApiError ? error[serverText] : null
}

/** Whether a thrown value is the refusal with this code. */
export function isRefusal(error: unknown, code: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}
