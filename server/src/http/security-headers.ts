import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * The Content-Security-Policy of our pages.
 * @param scriptHashes hashes of the inline scripts of a page, such as `'sha256-…'`; others never run
 */
export function contentSecurityPolicy(scriptHashes: readonly string[] = []): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    // The component library sets style attributes; no style can come from elsewhere.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
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
  const policy = contentSecurityPolicy()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  })
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && options.ownOrigins.has(origin)),
    credentials: true,
    exposedHeaders: ['idempotency-replayed', 'x-request-id', 'retry-after'],
    maxAge: 600,
  })
}
