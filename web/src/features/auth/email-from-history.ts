/** The email address that a form passes to the next one through the history state. */
export function readEmailFromHistory(state: unknown): string {
  const isOurs = typeof state === 'object' && state !== null && 'email' in state
  return isOurs && typeof state.email === 'string' ? state.email : ''
}

/** Whether the sign-up form led to this page. */
export function comesFromSignup(state: unknown): boolean {
  const isOurs = typeof state === 'object' && state !== null && 'signedUp' in state
  return isOurs && state.signedUp === true
}
