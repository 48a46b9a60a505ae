import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import { addRequestContext, requestIds } from '../observability/request-ids.ts'
import { measureRequests } from '../observability/request-metrics.ts'
import { addTracing } from '../observability/request-tracing.ts'
import { addApiDocs } from './api-docs.ts'
import { addBodyParsers } from './body-parsers.ts'
import type { CheckoutSources } from './checkout-sources.ts'
import {
  addErrorResponses,
  asFailure,
  rejectUnreadableRequest,
  sendFailure,
} from './error-response.ts'
import { ApiFailure } from './failure.ts'
import { addRequestLog, loggerOptions } from './logging.ts'
import { addMultipart } from './multipart.ts'
import { addCors, addSecurityHeaders, setPolicyHeaders } from './security-headers.ts'
import { findForeignRequestError, refuseForeignRequests } from './trial-requests.ts'

/** Largest JSON body. */
const bodyLimitBytes = 100 * 1024
/** Time in which a request must arrive completely, also 5 MB over a slow line. It limits requests sent byte by byte. */
const requestTimeoutMs = 120_000

export interface HttpServerDeps {
  config: Config
  database: Database
  /** Where the log goes; standard output by default. */
  logStream?: { write(line: string): void }
}

/** Creates the server with the parts that apply to all routes: log, limits, errors, security headers. */
export async function createHttpServer(
  { config, database, logStream }: HttpServerDeps,
  checkout: CheckoutSources | undefined,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), ...(logStream && { stream: logStream }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config.trustProxy),
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      setPolicyHeaders(reply)
      return sendFailure(
        reply,
        findForeignRequestError(config, request.headers) ?? asFailure(error),
      )
    },
    clientErrorHandler: rejectUnreadableRequest,
    return503OnClosing: false,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  addRequestContext(app)
  measureRequests(app)
  await addTracing(app, { config, database })
  refuseRequestsDuringStop(app)
  addErrorResponses(app)
  addBodyParsers(app)
  await addMultipart(app)
  await app.register(cookie)
  addRequestLog(app)
  addSecurityHeaders(app, { https: config.publicUrl.startsWith('https:'), checkout })
  refuseForeignRequests(app, config) // Before CORS, which answers some requests itself.
  await addCors(app, new Set(config.ownOrigins))
  await addApiDocs(app)
  return app
}

function refuseRequestsDuringStop(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async () => {
    if (isStopping) throw new ApiFailure('SERVICE_UNAVAILABLE')
  })
  // A connection that is kept alive after its last response would delay the stop.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
}

/** A number trusts this many proxies in front of the server. Fastify accepts it only as a function. */
function trustedProxies(setting: Config['trustProxy']) {
  return typeof setting === 'number'
    ? (_address: string, hop: number) => hop < setting
    : setting && [...setting]
}
