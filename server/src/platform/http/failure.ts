import type { ErrorCode } from '@raahi/contract/errors'
import { errorCodes, type FieldErrors } from '@raahi/contract/errors'

/** An expected failure. The message is for the client; `cause` is only logged. */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | undefined
  /** When a retry makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      fieldErrors?: FieldErrors
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause })
    this.name = 'ApiFailure'
    this.code = code
    this.fieldErrors = options.fieldErrors
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
