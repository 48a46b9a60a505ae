import { createHash } from 'node:crypto'
import { webhookPath } from '@raahi/contract/payments'
import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../../platform/http/failure.ts'
import { describeErrors } from '../../platform/http/route-schema.ts'
import { schemaCompilers } from '../../platform/http/schema-compilers.ts'
import type { OnlinePayments } from './online-payments.ts'
import { processEvent } from './process-event.ts'
import type { SettleDeps } from './settle-deps.ts'

/** Many times the size of the gateway's events. */
const bodyLimitBytes = 64 * 1024

/**
 * The gateway's webhook. It is authenticated by the signature of the exact bytes of the body, so this route has a
 * separate body parser. Every response except a refusal tells the gateway not to send the event again.
 */
export async function addWebhook(
  app: FastifyInstance,
  deps: SettleDeps & { payments: OnlinePayments },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const options = { schema, ...schemaCompilers, bodyLimit: bodyLimitBytes }
    scope.post(webhookPath, options, async ({ body, headers }, reply) => {
      deps.payments.requireOn()
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!deps.payments.signedEvent(bytes, textOf(headers['x-razorpay-signature']))) {
        throw new ApiFailure('PAYMENT_NOT_GENUINE', {
          message: 'This event is not signed by the gateway.',
        })
      }
      await processEvent(deps, eventId(textOf(headers['x-razorpay-event-id']), bytes), bytes)
      return reply.header('cache-control', 'no-store').send({ success: true })
    })
  })
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : ''
}

/** An event without a valid id is identified by its content. */
function eventId(header: string, body: Buffer): string {
  return /^[\x21-\x7e]{1,128}$/.test(header)
    ? header
    : `sha256:${createHash('sha256').update(body).digest('hex')}`
}

const schema = {
  operationId: 'webhook',
  summary: 'What the payment gateway reports; signed by it in X-Razorpay-Signature',
  description:
    'Open to everyone, acted upon only with the gateway’s signature of the raw body, once for each X-Razorpay-Event-Id.',
  tags: ['razorPay'],
  headers: {
    type: 'object',
    properties: {
      'x-razorpay-signature': { type: 'string' },
      'x-razorpay-event-id': { type: 'string' },
    },
  },
  response: {
    200: {
      description: 'Taken; it need not be sent again',
      type: 'object',
      properties: { success: { type: 'boolean' } },
      required: ['success'],
    },
    ...describeErrors([
      'PAYMENT_NOT_GENUINE',
      'MALFORMED_REQUEST',
      'MISDIRECTED_REQUEST',
      'PAYMENTS_OFF',
      'TOO_BUSY_RETRY',
      'BODY_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'INTERNAL_ERROR',
      'GATEWAY_FAILED',
      'SERVICE_UNAVAILABLE',
    ]),
  },
}
