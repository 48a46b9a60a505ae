import type { IncomingHttpHeaders } from 'node:http'
import { errorCodes } from '@raahi/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { isLoopbackHostHeader } from '../../config/loopback-names.ts'
import { failures } from '../observability/metrics.ts'
import { sendFailure } from './error-response.ts'
import { ApiFailure } from './failure.ts'
import { logSecurityRefusal } from './security-events.ts'
import { trialRefusalPage } from './trial-refusal-page.ts'

/** Headers that proxies and tunnels add to forwarded requests. */
const headerOfProxy = /^(forwarded|via|x-real-ip|x-forwarded(-.*)?)$/

/**
 * Refuses every request from outside this machine in a trial: the passwords of the demo accounts are public, and the
 * mailbox shows every mail. A foreign `Host` indicates a proxy, a tunnel or a site whose name points to this machine
 * (DNS rebinding).
 */
export function refuseForeignRequests(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = findForeignRequestError(config, request.headers)
    if (!refusal) return done()
    // Answered here, because the stand-in gateway formats thrown errors differently.
    logSecurityRefusal(request, refusal.code)
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) {
      sendFailure(reply, refusal)
      return
    }
    failures.inc({ code: refusal.code })
    reply
      .status(errorCodes[refusal.code].status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(trialRefusalPage(refusal.message))
  })
}

/** The refusal of a request with these headers; undefined if the request is allowed. */
export function findForeignRequestError(
  { trial, publicUrl }: Pick<Config, 'trial' | 'publicUrl'>,
  headers: IncomingHttpHeaders,
): ApiFailure | undefined {
  if (!trial) return undefined
  if (isLoopbackHostHeader(headers.host) && !Object.keys(headers).some(isHeaderOfProxy)) {
    return undefined
  }
  return new ApiFailure('MISDIRECTED_REQUEST', {
    message: `This is a trial of Raahi. It can be opened only on the computer that runs it, at ${publicUrl}.`,
  })
}

const isHeaderOfProxy = (name: string) => headerOfProxy.test(name)
