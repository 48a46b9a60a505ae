import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { CheckoutSources } from './checkout-sources.ts'

/** Foreign origins that our pages may load from; none by default. */
export interface ForeignSources {
  /** The origin of the API and of profile pictures, if not the origin of the page. */
  apiOrigin?: string | undefined
  checkout?: CheckoutSources | undefined
}

export interface PageSources extends ForeignSources {
  /**
   * The page shows PDFs that its script has loaded, in frames with a blob: address, which inherit this policy; and the
   * preview of an embedded form.
   */
  hasPdfFrames?: boolean
  /** Who may show the page in a frame; no one by default. */
  frameAncestors?: readonly string[]
}

/**
 * The Content-Security-Policy of our pages.
 * @param scriptHashes hashes of the inline scripts of a page, such as `'sha256-…'`; other scripts are blocked
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  { apiOrigin, checkout, hasPdfFrames = false, frameAncestors = [] }: PageSources = {},
): string {
  const api = apiOrigin ? [apiOrigin] : []
  const frames = [...(hasPdfFrames ? ["'self'", ...api, 'blob:'] : []), ...(checkout?.frames ?? [])]
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes, ...(checkout?.scripts ?? [])].join(' '),
    // The component library sets style attributes; foreign styles stay blocked.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...api, ...(checkout?.images ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...api, ...(checkout?.connections ?? [])].join(' '),
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
}

/** Device features for a page and its frames; only the checkout may use the browser's payment form. */
export function permissionsPolicy({ checkout }: ForeignSources = {}): string {
  const payers = checkout ? ['self', ...checkout.frames.map((origin) => `"${origin}"`)] : []
  return `camera=(), microphone=(), geolocation=(), payment=(${payers.join(' ')})`
}

/** Adds security headers to every response. */
export function addSecurityHeaders(
  app: FastifyInstance,
  options: { https: boolean; checkout?: CheckoutSources | undefined },
): void {
  const headers = preparedHeaders({
    contentSecurityPolicy: false,
    strictTransportSecurity: options.https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // A bank's page that a foreign checkout opens in a pop-up must be able to return to it.
    crossOriginOpenerPolicy: {
      policy: options.checkout ? 'same-origin-allow-popups' : 'same-origin',
    },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** Allows CORS only for the product's own origins. */
export async function addCors(
  app: FastifyInstance,
  ownOrigins: ReadonlySet<string>,
): Promise<void> {
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && ownOrigins.has(origin)),
    credentials: true,
    exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after', 'date', 'age'],
    maxAge: 600,
  })
}

/** The headers that helmet sets, and the policies. Computed once, because they are the same for every request. */
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

/** The policies of a response that is not a page. */
export const policyHeaders = {
  'content-security-policy': contentSecurityPolicy(),
  'permissions-policy': permissionsPolicy(),
  'x-content-type-options': 'nosniff',
}

/** Sets the headers above on a response. */
export function setPolicyHeaders(reply: FastifyReply): void {
  reply.headers(policyHeaders)
}
