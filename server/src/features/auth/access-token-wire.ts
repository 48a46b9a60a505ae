import type { IssuedTokens } from './sessions.queries.ts'

/** The access token in the form of a response. The refresh token is sent only in its cookie. */
export function accessTokenOf({ accessToken, accessTokenExpiresAt }: IssuedTokens) {
  return { accessToken, accessTokenExpiresAt: accessTokenExpiresAt.toISOString() }
}
