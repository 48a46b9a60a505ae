import type { FastifyInstance } from 'fastify'

/** Clients that cached the file longer must fetch it again. */
const goodForDays = 180

/** Serves the contact for security reports as in RFC 9116: `/.well-known/security.txt`. */
export function addSecurityText(
  app: FastifyInstance,
  { contactEmail, publicUrl }: { contactEmail: string; publicUrl: string },
): void {
  const path = '/.well-known/security.txt'
  app.get(path, { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(Date.now() + goodForDays * 24 * 3600 * 1000)
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${publicUrl}${path}`,
    ]
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
