import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { GatewayError } from './gateway-error.ts'

/** @throws GatewayError unless the request carries the key and its secret (HTTP Basic). */
export function authorise(
  request: FastifyRequest,
  { keyId, keySecret }: { keyId: string; keySecret: string },
): void {
  const [scheme = '', encoded = ''] = (request.headers.authorization ?? '').split(' ', 2)
  const given = Buffer.from(encoded, 'base64')
  const wanted = Buffer.from(`${keyId}:${keySecret}`)
  const isRight =
    scheme.toLowerCase() === 'basic' &&
    given.length === wanted.length &&
    timingSafeEqual(given, wanted)
  if (!isRight) throw new GatewayError(401, { description: 'Authentication failed' })
}
