import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * The Content-Security-Policy of our pages.
 * @param scriptHashes hashes of the inline scripts of a page, such as `'sha256-…'`; others never run
 * @param apiOrigin where the page finds the API and people's pictures, if not where it came from
 */
export function contentSecurityPolicy(
  scriptHashes: readonly string[] = [],
  apiOrigin?: string,
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    // The component library sets style attributes; no style can come from elsewhere.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...(apiOrigin ? [apiOrigin] : [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(apiOrigin ? [apiOrigin] : [])].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Security headers on every answer, and CORS for the product's own origins alone. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  options: { ownOrigins: ReadonlySet<string>; https: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: options.https,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    setPolicyHeaders(reply)
  })
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && options.ownOrigins.has(origin)),
    credentials: true,
    exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after'],
    maxAge: 600,
  })
}

const defaultPolicy = contentSecurityPolicy()

/** The policies of an answer that is no page of its own. */
export function setPolicyHeaders(reply: FastifyReply): void {
  reply.header('content-security-policy', defaultPolicy)
  reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  reply.header('x-content-type-options', 'nosniff')
}
