import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { endpoints } from '@raahi/contract/endpoints'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { addDashboardRoutes } from './dashboard/dashboard.routes.ts'
import type { Database } from './database/connect.ts'
import { addApiDocs } from './http/api-docs.ts'
import { addBodyParsers } from './http/body-parsers.ts'
import { createCallerLookup } from './http/caller.ts'
import { addErrorAnswers } from './http/error-answer.ts'
import { addHealthRoutes } from './http/health.ts'
import { addRequestLog, loggerOptions } from './http/logging.ts'
import { addMultipart } from './http/multipart.ts'
import { requireAllRoutes } from './http/route.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addSite } from './http/site.ts'
import { addLeadCostRoutes } from './lead-costs/lead-costs.routes.ts'
import { addLeadRoutes } from './leads/leads.routes.ts'
import { addPurchaseRoutes } from './purchases/purchases.routes.ts'
import { addTransactionRoutes } from './transactions/transactions.routes.ts'
import { addWalletRoutes } from './wallets/wallets.routes.ts'

/** The built web app. */
const siteFolder = join(import.meta.dirname, '../../web/build/client')
/** Largest JSON body. */
const bodyLimitBytes = 100 * 1024

export interface AppDeps {
  config: Config
  database: Database
}

/** The whole product behind one port; the same for `npm start` and for every test. */
export async function buildApp({ config, database }: AppDeps): Promise<FastifyInstance> {
  let isStopping = false
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })

  const ownOrigins = new Set(config.ownOrigins)
  addErrorAnswers(app)
  addBodyParsers(app)
  await addMultipart(app)
  addRequestLog(app)
  await addSecurityHeaders(app, { ownOrigins, https: config.publicUrl.startsWith('https:') })
  await addApiDocs(app)
  addHealthRoutes(app, database, () => isStopping)

  const deps = { database, config, ownOrigins, findCaller: createCallerLookup(database.pool) }
  addDashboardRoutes(app, deps)
  addLeadRoutes(app, deps)
  addPurchaseRoutes(app, deps)
  addLeadCostRoutes(app, deps)
  addWalletRoutes(app, deps)
  addTransactionRoutes(app, deps)
  requireAllRoutes(app, endpoints)
  await addSite(app, siteFolder)

  await app.ready()
  return app
}

/** A number trusts that many proxies in front of the server; Fastify takes it as a function. */
function trustedProxies(setting: Config['trustProxy']) {
  return typeof setting === 'number'
    ? (_address: string, hop: number) => hop < setting
    : typeof setting === 'boolean'
      ? setting
      : [...setting]
}
