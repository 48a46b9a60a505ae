import type { IssuedTokens } from './sessions.queries.ts'

/** Maps the access token to its wire format. The refresh token is sent only in its cookie. */
export function accessTokenOf({ accessToken, accessTokenExpiresAt }: IssuedTokens) {
  return { accessToken, accessTokenExpiresAt: accessTokenExpiresAt.toISOString() }
}
