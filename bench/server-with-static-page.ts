import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@raahi/contract/endpoints'
import type { FastifyInstance } from 'fastify'

// The product as it is, and beside each call that reads JSON a route more: the same answer as an object that is there
// already, one of several by its name. Fastify tells of each instance that is made; the route is added next to the real one, with its schema, so that
// both go through the same hooks, headers, log and serialiser. The static one asks no database, not even for a session.

const folder = process.env.BENCH_STATIC_PAGES ?? ''
const reads = new Map(
  endpoints
    .filter(({ method, answer }) => method === 'GET' && answer !== undefined)
    .map(({ path, name }) => [path.replace(/\{(\w+)\}/g, ':$1'), name]),
)

subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: FastifyInstance }
  app.addHook('onRoute', ({ method, path, schema }) => {
    const name = method === 'GET' && reads.get(path)
    if (!name) return
    const pages = new Map<string, unknown>()
    app.route({
      method: 'GET',
      url: `/bench/static/${name}/:page`,
      ...(schema && { schema: { ...schema, operationId: `static ${name}` } }),
      validatorCompiler: () => () => true,
      handler: async (request, reply) => {
        const { page } = request.params as { page: string }
        if (!pages.has(page)) {
          pages.set(page, JSON.parse(readFileSync(join(folder, `${page}.json`), 'utf8')))
        }
        return reply.header('cache-control', 'no-store').send(pages.get(page))
      },
    })
  })
})

const { exitOnStartError, runProduct } = await import('../server/src/main.ts')
const { readConfig } = await import('../server/src/config/index.ts')
await exitOnStartError(() => runProduct(readConfig(process.env)))
