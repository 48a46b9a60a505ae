import type { IssuedTokens } from './sessions.queries.ts'

/** The access token as an answer carries it; the refresh token travels in its cookie alone. */
export function accessTokenOf({ accessToken, accessTokenExpiresAt }: IssuedTokens) {
  return { accessToken, accessTokenExpiresAt: accessTokenExpiresAt.toISOString() }
}
