import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { guidePage } from './guide-page.ts'

const folder = join(import.meta.dirname, '../checkout')
const javascript = 'text/javascript; charset=utf-8'
const yearSeconds = 365 * 24 * 3600

/**
 * Serves `checkout.js`, which browsers revalidate at each use, its modules, which browsers cache because their address
 * contains a hash of all of them, and a page that describes the sandbox.
 */
export function addCheckoutFiles(app: FastifyInstance): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const sources = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const version = hashOf([...sources].flat().join('\n'))
  const modules = `checkout-${version}`
  const loader = (sources.get('checkout.js') ?? '').replace('__MODULES__', modules)

  app.get('/checkout.js', (request, reply) =>
    sendUnlessKnown(reply.type(javascript), request.headers['if-none-match'], loader),
  )
  for (const [name, source] of sources) {
    if (name === 'checkout.js') continue
    app.get(`/${modules}/${name}`, (_request, reply) =>
      reply
        .type(javascript)
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
        .send(source),
    )
  }
  app.get('/', (request, reply) =>
    sendUnlessKnown(
      reply.type('text/html; charset=utf-8'),
      request.headers['if-none-match'],
      guidePage,
    ),
  )
}

function sendUnlessKnown(reply: FastifyReply, known: string | undefined, body: string) {
  const etag = `"${hashOf(body)}"`
  reply.header('cache-control', 'no-cache').header('etag', etag)
  return known === etag ? reply.status(304).send() : reply.send(body)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
