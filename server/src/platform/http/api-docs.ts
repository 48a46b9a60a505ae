import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicy } from './security-headers.ts'

/** OpenAPI generated from the contract: the document at /api/docs/json, and a page that shows it at /api/docs. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Raahi',
        version: '1',
        description:
          'Every answer is {success, message?, data?}; an error is {success: false, message, code, fieldErrors?}. Money is rupees with at most two decimals.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: contentSecurityPolicy() })
}
