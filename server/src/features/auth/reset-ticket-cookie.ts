import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import { secretCookie } from '../../platform/http/secret-cookie.ts'

/** The cookie with the ticket that resets a password. */
const cookieOf = (config: Config) => secretCookie(config, 'raahi_reset', '/api/auth')

/** Equals the lifetime of the ticket. */
const maxAge = 10 * 60

export function resetTicketOf(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieOf(config).name] || undefined
}

export function setResetTicketCookie(reply: FastifyReply, config: Config, ticket: string): void {
  const { name, attributes } = cookieOf(config)
  reply.setCookie(name, ticket, { ...attributes, maxAge })
}

export function clearResetTicketCookie(reply: FastifyReply, config: Config): void {
  const { name, attributes } = cookieOf(config)
  reply.clearCookie(name, attributes)
}
