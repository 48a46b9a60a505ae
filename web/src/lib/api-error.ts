import type { ErrorCode, FieldErrors } from '@raahi/contract/errors'

/**
 * Codes of failures that the server did not report with a code of the contract.
 * - NETWORK: no response arrived.
 * - TIMEOUT: no response arrived in time.
 * - BAD_ANSWER: the response is not one of our server's: a proxy's page, an empty or a truncated body.
 * - UNKNOWN: an error response without a code.
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

/** The only error that a call throws: a stable code, the server's text or null, and one text per field. */
export class ApiError extends ErrorWithoutMessage {
  readonly code: ApiErrorCode
  /** HTTP status; 0 if no response arrived. */
  readonly status: number
  readonly fieldErrors: FieldErrors
  readonly [serverText]: string | null

  constructor(details: {
    code: ApiErrorCode
    status: number
    /** The server's text; null, undefined or blank if it sent none. */
    text?: string | null
    fieldErrors?: FieldErrors
    cause?: unknown
  }) {
    // Only shown in the browser's console.
    super(`${details.code} (HTTP status ${details.status})`, { cause: details.cause })
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status
    this.fieldErrors = details.fieldErrors ?? {}
    this[serverText] = details.text?.trim() || null
  }

  /** True if the server may have performed the action. Repeat it under the same idempotency key. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.code === 'BAD_ANSWER' || this.status >= 500
  }

  /**
   * True if the server has decided not to perform the action. A request over a limit or without a session was not looked
   * at, so it says nothing about an earlier one whose response was lost.
   */
  get isDecided(): boolean {
    return !this.isOutcomeUnknown && ![401, 429].includes(this.status)
  }
}

const unreachable = 'Could not reach Raahi. Please check your connection and try again.'

/**
 * The text of a failure: the server's, otherwise `fallback`. Screens get the text of every failure here or from
 * `errorWithReason`.
 * @param fallback the specification's text for the failed action, if it has one
 */
export function errorMessage(error: unknown, fallback: string): string {
  return getServerText(error) ?? errorWithReason(error, fallback)
}

/**
 * The failed action, followed by the reason if it is known.
 * @param separator '. ' makes the reason a separate sentence, ': ' continues the same one
 */
export function errorWithReason(
  error: unknown,
  failedAction: string,
  separator: '. ' | ': ' = '. ',
): string {
  const reason = getServerText(error) ?? (isRefusal(error, 'NETWORK') ? unreachable : null)
  return reason === null ? failedAction : `${failedAction.replace(/\.$/, '')}${separator}${reason}`
}

function getServerText(error: unknown): string | null {
  return error instanceof ApiError ? error[serverText] : null
}

/** Whether a thrown value is an ApiError with this code. */
export function isRefusal(error: unknown, code: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}
