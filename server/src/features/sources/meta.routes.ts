import * as contract from '@raahi/contract/meta-ads'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { describeErrors } from '../../platform/http/route-schema.ts'
import { schemaCompilers } from '../../platform/http/schema-compilers.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { fetchAgain, listUnassigned, sendTestLead } from './meta-leads.ts'
import { type MetaEventDeps, receiveMetaEvent } from './receive-meta-event.ts'

/** An event reports up to 1000 leads. */
const bodyLimitBytes = 512 * 1024
/** Meta sends from few addresses. */
const perAddress = { max: 600, windowSeconds: 60 }

/**
 * The webhook of Meta, and what admins do with its leads. The signature covers the exact bytes of the body, so the route
 * has a separate body parser.
 */
export async function addMetaRoutes(
  app: FastifyInstance,
  deps: RouteDeps & MetaEventDeps & { jobs: JobQueue; config: Config },
): Promise<void> {
  const { addRoute, database, meta } = deps
  const limit = limitByAddress(deps, 'metaWebhook', perAddress)

  addRoute(contract.verifyMetaWebhook, { beforeBody: limit }, async ({ query, reply }) => {
    if (!meta) throw new ApiFailure('META_OFF')
    const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge } = query
    if (!meta.isVerifyToken(token) || mode !== 'subscribe' || !challenge) {
      throw new ApiFailure('META_NOT_GENUINE')
    }
    await reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(challenge)
    return responseSent
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const options = { schema, ...schemaCompilers, bodyLimit: bodyLimitBytes, onRequest: limit }
    scope.post(contract.metaPath, options, async ({ body, headers }, reply) => {
      const signature = headers['x-hub-signature-256']
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await receiveMetaEvent(deps, bytes, typeof signature === 'string' ? signature : '')
      return reply.header('cache-control', 'no-store').send({ success: true })
    })
  })

  addRoute(contract.listUnassignedMetaLeads, async (call) => ({
    data: await readList(database, call, listUnassigned),
  }))

  addRoute(contract.fetchMetaLeadsAgain, async (call) => ({
    data: await fetchAgain(deps, actorOf(call), call.params.id),
  }))

  addRoute(contract.sendMetaTestLead, async (call) => ({
    data: await sendTestLead(deps, actorOf(call), call.params.id),
  }))
}

const schema = {
  operationId: 'receiveMetaEvent',
  summary: 'What Meta reports: new leads; signed by it in X-Hub-Signature-256',
  description:
    'Open to everyone, acted upon only with Meta’s signature of the raw body. Each lead is fetched once.',
  tags: ['intake'],
  headers: { type: 'object', properties: { 'x-hub-signature-256': { type: 'string' } } },
  response: {
    200: {
      description: 'Taken; it need not be sent again',
      type: 'object',
      properties: { success: { type: 'boolean' } },
      required: ['success'],
    },
    ...describeErrors([
      'META_NOT_GENUINE',
      'MALFORMED_REQUEST',
      'MISDIRECTED_REQUEST',
      'META_OFF',
      'TOO_MANY_REQUESTS',
      'TOO_BUSY_RETRY',
      'BODY_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'INTERNAL_ERROR',
      'SERVICE_UNAVAILABLE',
    ]),
  },
}
