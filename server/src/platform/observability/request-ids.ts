import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { inContext, type WorkContext } from './work-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: WorkContext
  }
}

/** Long enough to be unique, and safe in logs and headers. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9_-]{15,63}$/

/**
 * Determines the id of each request: the id that a trusted proxy sends, if valid, so that both logs can be compared,
 * else a new one.
 */
export function requestIds(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isTrusted = trustedNeighbours(trustProxy)
  return (request) => {
    const given = request.headers['x-request-id']
    const isTaken =
      typeof given === 'string' && wellFormed.test(given) && isTrusted(request.socket.remoteAddress)
    return isTaken ? given : randomUUID()
  }
}

/** Whether the other end of a connection is a proxy that the settings name. */
export function trustedNeighbours(
  trustProxy: Config['trustProxy'],
): (address: string | undefined) => boolean {
  if (!Array.isArray(trustProxy)) return () => Boolean(trustProxy)
  const proxies = new BlockList()
  for (const entry of trustProxy) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (address = '') => {
    // A socket that listens for both IP versions writes IPv4 addresses as IPv6.
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '')
    return isIP(plain) !== 0 && proxies.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Makes the request id available to all work of a request (`currentRequestId`), and sends it in the response. */
export function addRequestContext(app: FastifyInstance): void {
  app.decorateRequest('work')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    request.work = { requestId: request.id }
    inContext(request.work, done)
  })
}
