import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The cookie of the ticket that changes a forgotten password; no script can read it. */
const cookieName = 'raahi_reset'

/** As long as the ticket lasts. */
const maxAge = 10 * 60

function attributes(config: Config) {
  return {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
  } as const
}

export function resetTicketOf(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName] || undefined
}

export function setResetTicketCookie(reply: FastifyReply, config: Config, ticket: string): void {
  reply.setCookie(cookieName, ticket, { ...attributes(config), maxAge })
}

export function clearResetTicketCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName, attributes(config))
}
