import { ApiError } from '../../lib/api-error.ts'

/** What an agent reads where a replacement request did not go through: the server's own word where there is one. */
export function requestFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return tryAgain
  if (error.code === 'BAD_ANSWER') return 'Unexpected response from server. Please try again.'
  if (error.status === 401) return 'Unauthorized access. Please log in again.'
  if (error.status === 400) {
    const { leadId, reason } = error.fieldErrors
    return (
      leadId ??
      reason ??
      (error.message || 'Invalid request. Please check your input and try again.')
    )
  }
  return error.status > 0 ? error.message : tryAgain
}

const tryAgain = 'Failed to submit replacement request. Please try again.'
