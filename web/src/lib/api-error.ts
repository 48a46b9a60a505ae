import { type ErrorCode, errorCodes, type FieldErrors } from '@raahi/contract/errors'

/** Failures that happen before or after the server's own word. */
const webErrorTexts = {
  NETWORK: 'Could not reach Raahi. Please check your connection and try again.',
  TIMEOUT: 'Raahi took too long to respond. Please try again.',
  BAD_ANSWER: 'We could not read the server’s response. Please try again.',
} as const

export type ApiErrorCode = ErrorCode | keyof typeof webErrorTexts

/** The one failure a call throws: a stable code, a text for people, and one text per field. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  readonly fieldErrors: FieldErrors

  constructor(details: {
    code: ApiErrorCode
    status: number
    message?: string
    fieldErrors?: FieldErrors
    cause?: unknown
  }) {
    super(details.message ?? textOf(details.code), { cause: details.cause })
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status
    this.fieldErrors = details.fieldErrors ?? {}
  }

  /** True where nobody can say whether the server did the work: the same intent may be tried again. */
  get outcomeUnknown(): boolean {
    return this.status === 0 || this.code === 'BAD_ANSWER' || this.status >= 500
  }
}

function textOf(code: ApiErrorCode): string {
  return code in webErrorTexts
    ? webErrorTexts[code as keyof typeof webErrorTexts]
    : errorCodes[code as ErrorCode].message
}

/** Text to show for anything that was thrown; a programming fault says nothing of itself. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : errorCodes.INTERNAL_ERROR.message
}

/** Whether a thrown value is the refusal with this code. */
export function isRefusal(error: unknown, code: ApiErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}
