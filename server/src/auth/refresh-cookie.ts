import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { IssuedTokens } from './sessions.queries.ts'

/** The cookie that keeps a browser signed in; no script can read it, and only the calls of auth receive it. */
const cookieName = 'raahi_refresh'

function attributes(config: Config) {
  return {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
  } as const
}

/** The refresh token that a browser sent; undefined without one. */
export function refreshTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName] || undefined
}

export function setRefreshCookie(reply: FastifyReply, config: Config, tokens: IssuedTokens): void {
  reply.setCookie(cookieName, tokens.refreshToken, {
    ...attributes(config),
    maxAge: tokens.refreshTokenSeconds,
  })
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName, attributes(config))
}
