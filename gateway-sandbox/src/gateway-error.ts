/** The `error` of an error response, in the provider's format. */
export interface ErrorObject {
  code: string
  description: string
  source: string
  step: string
  reason: string
  metadata: Record<string, string>
  field?: string
}

/** An error response: its status and the provider's error object. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly status: number
  readonly error: ErrorObject

  constructor(status: number, error: Partial<ErrorObject> & { description: string }) {
    super(error.description)
    this.status = status
    this.error = {
      code: 'BAD_REQUEST_ERROR',
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
      ...error,
    }
  }
}

/** The error of an invalid body or query. */
export function invalidInput(description: string, field?: string): GatewayError {
  return new GatewayError(400, {
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    ...(field && { field }),
  })
}

/** The provider answers 400, not 404, for an id that it does not know. */
export function unknownId(): GatewayError {
  return invalidInput('The id provided does not exist')
}
