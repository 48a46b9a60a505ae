import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@raahi/contract/endpoints'
import type { FastifyInstance } from 'fastify'

// The product with an additional route per JSON read call. The route returns a prepared response by name, from an
// object in memory. It uses the schema, hooks, headers, log and serializer of the real route, but no database and no
// session.

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
