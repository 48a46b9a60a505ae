import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Carries the secret of a traveller's own link to the page of thanks: an address would be kept by the log of a proxy, the
 * browser's history and the Referer of the next request.
 */
const cookieName = 'raahi_sent'

/** As long as the page of thanks can be loaded again with the link on it. */
const maxAge = 10 * 60

export interface SentEnquiry {
  reference: string
  token: string
}

export function setSentCookie(reply: FastifyReply, config: Config, sent: SentEnquiry): void {
  reply.setCookie(cookieName, `${sent.reference}.${sent.token}`, {
    path: '/enquiries/sent',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge,
  })
}

/** @returns the secret of the enquiry with this reference; undefined where the cookie is none or that of another */
export function sentTokenOf(request: FastifyRequest, reference: string): string | undefined {
  const [sent, token = ''] = request.cookies[cookieName]?.split('.') ?? []
  return sent === reference && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}
