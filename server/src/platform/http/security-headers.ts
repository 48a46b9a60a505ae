import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { CheckoutSources } from './checkout-sources.ts'

/** What our pages may load from elsewhere; each of them nothing unless told. */
export interface ForeignSources {
  /** Where the page finds the API and people's pictures, if not where it came from. */
  apiOrigin?: string | undefined
  checkout?: CheckoutSources | undefined
}

/**
 * The Content-Security-Policy of our pages.
 * @param scriptHashes hashes of the inline scripts of a page, such as `'sha256-…'`; others never run
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  { apiOrigin, checkout }: ForeignSources = {},
): string {
  const api = apiOrigin ? [apiOrigin] : []
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes, ...(checkout?.scripts ?? [])].join(' '),
    // The component library sets style attributes; no style can come from elsewhere.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...api, ...(checkout?.images ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...api, ...(checkout?.connections ?? [])].join(' '),
    ...(checkout ? [['frame-src', ...checkout.frames].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What a page and the frames in it may use of the device; paying through the browser is for the checkout alone. */
export function permissionsPolicy({ checkout }: ForeignSources = {}): string {
  const payers = checkout ? ['self', ...checkout.frames.map((origin) => `"${origin}"`)] : []
  return `camera=(), microphone=(), geolocation=(), payment=(${payers.join(' ')})`
}

/** Security headers on every response. */
export function addSecurityHeaders(
  app: FastifyInstance,
  options: { https: boolean; checkout?: CheckoutSources | undefined },
): void {
  const headers = preparedHeaders({
    contentSecurityPolicy: false,
    strictTransportSecurity: options.https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // A bank's page that a foreign checkout opens in a window of its own has to find its way back to it.
    crossOriginOpenerPolicy: {
      policy: options.checkout ? 'same-origin-allow-popups' : 'same-origin',
    },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** CORS for the product's own origins alone. */
export async function addCors(
  app: FastifyInstance,
  ownOrigins: ReadonlySet<string>,
): Promise<void> {
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && ownOrigins.has(origin)),
    credentials: true,
    exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after'],
    maxAge: 600,
  })
}

/** What helmet sets on an answer, and the policies: asked once, as it says the same of every request. */
function preparedHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return { ...headers, ...policyHeaders }
}

/** The policies of an answer that is no page of its own. */
export const policyHeaders = {
  'content-security-policy': contentSecurityPolicy(),
  'permissions-policy': permissionsPolicy(),
  'x-content-type-options': 'nosniff',
}

/** Gives an answer the headers above. */
export function setPolicyHeaders(reply: FastifyReply): void {
  reply.headers(policyHeaders)
}
