import { ApiError, messageOf } from './api-error.ts'

/** The server's own word for a failure; undefined where it gave none: not reached, or not understood. */
export function serverWord(error: unknown): string | undefined {
  const answered = error instanceof ApiError && error.status > 0 && error.code !== 'BAD_ANSWER'
  return answered ? error.message : undefined
}

/** The server's own word, else `what` failed and why as far as is known. */
export function failureText(error: unknown, what: string): string {
  return serverWord(error) ?? `${what.replace(/\.$/, '')}. ${messageOf(error)}`
}
