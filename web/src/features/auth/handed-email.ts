/** The email that one form hands over to the next through the history, so that nobody types it twice. */
export function emailFrom(state: unknown): string {
  const isOurs = typeof state === 'object' && state !== null && 'email' in state
  return isOurs && typeof state.email === 'string' ? state.email : ''
}
