import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config/index.ts'
import { secretCookie } from '../../../platform/http/secret-cookie.ts'
import type { IssuedTokens } from './sessions.queries.ts'

/** The cookie that keeps a browser signed in. */
const cookieOf = (config: Config) => secretCookie(config, 'raahi_refresh', '/api/auth')

/** The refresh token that a browser sent; undefined without one. */
export function refreshTokenOf(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieOf(config).name] || undefined
}

export function setRefreshCookie(reply: FastifyReply, config: Config, tokens: IssuedTokens): void {
  const { name, attributes } = cookieOf(config)
  reply.setCookie(name, tokens.refreshToken, { ...attributes, maxAge: tokens.refreshTokenSeconds })
}

export function clearRefreshCookie(reply: FastifyReply, config: Config): void {
  const { name, attributes } = cookieOf(config)
  reply.clearCookie(name, attributes)
}
