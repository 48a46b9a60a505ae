import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import { secretCookie } from '../../platform/http/secret-cookie.ts'

/**
 * Carries the secret of a traveller's link to the confirmation page. In the address it would be stored in proxy logs,
 * the browser's history and the Referer of the next request.
 */
const cookieOf = (config: Config) => secretCookie(config, 'raahi_sent', '/enquiries/sent')

/** How long the confirmation page can be reloaded with the link. */
const maxAge = 10 * 60

export interface SentEnquiry {
  reference: string
  token: string
}

export function setSentCookie(reply: FastifyReply, config: Config, sent: SentEnquiry): void {
  const { name, attributes } = cookieOf(config)
  reply.setCookie(name, `${sent.reference}.${sent.token}`, { ...attributes, maxAge })
}

/**
 * @returns the secret of the enquiry with this reference; undefined if the cookie is missing or belongs to another
 * enquiry
 */
export function sentTokenOf(
  request: FastifyRequest,
  config: Config,
  reference: string,
): string | undefined {
  const [sent, token = ''] = request.cookies[cookieOf(config).name]?.split('.') ?? []
  return sent === reference && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}
