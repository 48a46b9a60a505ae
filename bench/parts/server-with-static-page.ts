import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { listLeads } from '../../contract/src/leads.ts'

// The product with an additional route that returns a page of leads from memory, with the schema, hooks, headers, log and
// serializer of the real route, but no database and no session.

const staticPath = '/bench/static-page'

subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: FastifyInstance }
  app.addHook('onRoute', ({ method, path, schema }) => {
    if (method !== 'GET' || path !== listLeads.path) return
    let page: unknown
    app.route({
      method: 'GET',
      url: staticPath,
      ...(schema && { schema: { ...schema, operationId: 'staticPage' } }),
      validatorCompiler: () => () => true,
      handler: async (_request, reply) => {
        page ??= JSON.parse(readFileSync(process.env.BENCH_STATIC_PAGE ?? '', 'utf8'))
        return reply.header('cache-control', 'no-store').send(page)
      },
    })
  })
})

const { exitOnStartError, runProduct } = await import('../../server/src/main.ts')
const { readConfig } = await import('../../server/src/config/index.ts')
await exitOnStartError(() => runProduct(readConfig(process.env)))
