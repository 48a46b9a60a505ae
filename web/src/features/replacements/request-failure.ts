import { ApiError, errorMessage } from '../../lib/api-error.ts'

/** The specification's text for each kind of failure of a replacement request. */
export function requestFailureText(error: unknown): string {
  if (error instanceof ApiError) {
    const { status, fieldErrors } = error
    if (status >= 200 && status < 300) {
      return 'Unexpected response from server. Please try again.'
    }
    if (status === 401) return 'Unauthorized access. Please log in again.'
    if (status === 400) {
      const text = 'Invalid request. Please check your input and try again.'
      return fieldErrors.leadId ?? fieldErrors.reason ?? errorMessage(error, text)
    }
  }
  return errorMessage(error, 'Failed to submit replacement request. Please try again.')
}
