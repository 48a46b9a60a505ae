import { ownEnquiryPath } from '@raahi/contract/enquiries'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import { secretCookie } from '../../platform/http/secret-cookie.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import type { PlainPage } from './site-frame.ts'

export const sentPath = '/enquiries/sent'

/**
 * The cookie that carries the secret of a traveller's link to the confirmation page. A secret in the address would be
 * stored in proxy logs and the browser's history, and sent as the Referer of the next request.
 */
const cookieOf = (config: Config) => secretCookie(config, 'raahi_sent', sentPath)

/** Seconds for which a reload of the confirmation page still shows the link. */
const maxAge = 10 * 60

/** Sets the cookie and returns the address of the confirmation page. */
export function confirmEnquiry(
  reply: FastifyReply,
  config: Config,
  { reference, token }: { reference: string; token: string },
): string {
  const { name, attributes } = cookieOf(config)
  reply.setCookie(name, `${reference}.${token}`, { ...attributes, maxAge })
  return `${sentPath}?${new URLSearchParams({ reference })}`
}

/**
 * The confirmation page: reference, next steps and the traveller's link, which only the browser with the cookie gets.
 */
export function renderEnquirySent(request: FastifyRequest, config: Config): PlainPage {
  const { reference } = request.query as Record<string, unknown>
  const isReference = typeof reference === 'string' && /^RQ-\d{6,15}$/.test(reference)
  const [sent, secret = ''] = request.cookies[cookieOf(config).name]?.split('.') ?? []
  const hasLink = isReference && sent === reference && /^[A-Za-z0-9_-]{43}$/.test(secret)
  return {
    title: 'Thank you',
    content: `<h1>Thank you! Your enquiry has reached us.</h1>
${isReference ? `<p class="ticket">Your reference <strong>${reference}</strong> Please mention it if you write to us or call.</p>` : ''}
<h2>What happens next</h2>
<ol><li>We read your enquiry, usually within one working day.</li>
<li>One travel agent takes it up and contacts you. No other agent gets your number.</li>
<li>You get a plan and a price. The decision is yours.</li></ol>
<h2>If you change your mind</h2>
<p>With your own link you can check the status of your enquiry, correct it or withdraw it.${hasLink ? ' Please save it and do not share it.' : ''} If you gave us an email address, we are sending the link there too.</p>
<p class="ways">${hasLink ? `<a href="${escapeHtml(ownEnquiryPath(secret))}">Your enquiry</a>` : ''}<a href="/">Go to home page</a></p>`,
  }
}
