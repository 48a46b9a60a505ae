import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { listLeads } from '@raahi/contract/leads'
import type { FastifyInstance } from 'fastify'

// The product as it is, and one route more: the same page of leads as an object that is there already. Fastify tells
// of each instance that is made; the route is added next to the real one, with its schema, so that both go through
// the same hooks, headers, log and serialiser. The static one asks no database, not even for a session.

const file = process.env.BENCH_STATIC_PAGE ?? ''
let page: unknown

subscribe('fastify.initialization', (message) => {
  const { fastify: app } = message as { fastify: FastifyInstance }
  let isAdded = false
  app.addHook('onRoute', ({ method, path, schema }) => {
    if (isAdded || method !== listLeads.method || path !== listLeads.path) return
    isAdded = true
    app.route({
      method: 'GET',
      url: '/bench/static-page',
      ...(schema && { schema: { ...schema, operationId: 'staticPage' } }),
      validatorCompiler: () => () => true,
      handler: async (_request, reply) => {
        page ??= JSON.parse(readFileSync(file, 'utf8'))
        return reply.header('cache-control', 'no-store').send(page)
      },
    })
  })
})

const { orExplain, runProduct } = await import('../server/src/main.ts')
const { readConfig } = await import('../server/src/config.ts')
await orExplain(() => runProduct(readConfig(process.env)))
