import type { Answer, CallInput, EndpointSpec } from '@raahi/contract/endpoint'
import { ApiError, type ApiErrorCode, errorMessage } from '../../lib/api-error.ts'
import { send } from '../../lib/transport.ts'

export type Outcome<T> =
  | { done: true; data: T }
  | { done: false; code: ApiErrorCode | null; problem: string; fieldErrors: Record<string, string> }

/**
 * Makes one of a traveller's calls, which need no session.
 * @param failed the text of a failure for which the server sent no text
 * @returns the response, or the text of the failure; never throws
 */
export async function callForTraveller<E extends EndpointSpec>(
  endpoint: E,
  input: CallInput<E>,
  failed: string,
): Promise<Outcome<Answer<E>>> {
  try {
    return { done: true, data: await send(endpoint, input) }
  } catch (error) {
    const isApiError = error instanceof ApiError
    return {
      done: false,
      code: isApiError ? error.code : null,
      problem: errorMessage(error, failed),
      fieldErrors: isApiError ? error.fieldErrors : {},
    }
  }
}
