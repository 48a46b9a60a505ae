import { join } from 'node:path'
import { webhookPath } from '@raahi/contract/payments'
import { addGatewaySandbox } from '@raahi/gateway-sandbox/gateway-sandbox'
import type { FastifyInstance } from 'fastify'
import { addRoutes } from './add-routes.ts'
import type { Config } from './config/index.ts'
import { movesMoney } from './config/payments.ts'
import { createAgentsMarket } from './features/agents-page/agents-page.ts'
import { createPolicyHtml } from './features/return-policy/render-policy.ts'
import { addMetaSandbox } from './features/sources/meta-sandbox.routes.ts'
import { auditMetrics } from './integrity/audit-metrics.ts'
import { readAuditStatus } from './integrity/audit-result.queries.ts'
import type { Database } from './platform/database/connect.ts'
import { checkoutSources } from './platform/http/checkout-sources.ts'
import { addHealthRoutes } from './platform/http/health.ts'
import { createHttpServer, type HttpServerDeps } from './platform/http/http-server.ts'
import { ownAddress } from './platform/http/own-address.ts'
import { addSecurityText } from './platform/http/security-txt.ts'
import { addSite } from './platform/http/site.ts'
import { queueMetrics } from './platform/jobs/queue-metrics.ts'
import { sealMetrics } from './platform/ledger/seals/seal-metrics.ts'
import { addMailbox } from './platform/mail/mailbox.routes.ts'
import { addMetrics } from './platform/observability/metrics.routes.ts'
import { type PushNetwork, publicInternet } from './platform/push/push-network.ts'
import { addSmsSandbox } from './platform/sms/sms-sandbox.routes.ts'
import { backgroundTasks } from './runtime/background-tasks.ts'
import { handleJobs, runJobs } from './runtime/run-jobs.ts'
import { createServices, type Services } from './runtime/services.ts'

/** The built web app. */
const siteFolder = join(import.meta.dirname, '../../web/build/client')

export interface AppDeps extends HttpServerDeps {
  /** How push services and webhooks are reached. Only tests set it. */
  pushNetwork?: PushNetwork
  /** False: no background task runs, so that only requests and their jobs write. Only tests set it. */
  runsTasks?: boolean
}

/** Builds the complete product. `npm start` and all tests use it. */
export async function buildApp({
  pushNetwork = publicInternet,
  runsTasks = true,
  ...deps
}: AppDeps): Promise<FastifyInstance> {
  const { config, database } = deps
  const { auditEveryMinutes, publicUrl } = config
  const checkout = checkoutSources(config.gateway.mode, config.checkout.scriptUrl)
  const app = await createHttpServer(deps, checkout)
  addHealthRoutes(app, () => readAuditStatus(database, auditEveryMinutes))
  addMetrics(app, {
    config,
    database,
    stored: [auditMetrics(auditEveryMinutes), sealMetrics, queueMetrics],
  })
  const services = await createServices(app, config, database, pushNetwork)
  warnOfMissingSettings(app, services)
  await addRoutes(app, services, siteFolder)
  addMailbox(app, config)
  addSmsSandbox(app, config, database)
  addMetaSandbox(app, config)
  addSecurityText(app, config)
  await mountGatewaySandbox(app, config, database)
  await addSite(app, siteFolder, {
    apiOrigin: config.webApiOrigin,
    checkout,
    publicUrl,
    live: {
      '/agents': createAgentsMarket(database, app.log),
      '/returns': createPolicyHtml(database, app.log),
    },
  })
  handleJobs(app, services, pushNetwork)
  if (runsTasks) services.jobs.schedule(backgroundTasks(services, app.log))
  runJobs(app, services.jobs)
  await app.ready()
  return app
}

function warnOfMissingSettings({ log }: FastifyInstance, { config, encryption }: Services): void {
  const { gateway, push, smtpUrl, trial } = config
  if (!smtpUrl && !trial) {
    log.warn('SMTP_URL is not set: mail is written to DATA_DIR/mail instead of being sent')
  }
  if (!encryption) {
    log.warn('TWO_FACTOR_KEY is not set: no admin can turn on two-factor login')
    if (!push.keys) {
      log.warn('neither TWO_FACTOR_KEY nor VAPID keys are set: alerts on devices are off')
    }
  }
  if (gateway.mode !== 'off' && !movesMoney(gateway) && !trial) {
    log.warn('payments are in test mode: orders are paid with test values and no money moves')
  }
}

/** Serves the stand-in gateway if it is configured. The stand-in sends its webhooks to this server. */
async function mountGatewaySandbox(app: FastifyInstance, config: Config, database: Database) {
  const { gateway } = config
  if (gateway.mode !== 'sandbox') return
  await addGatewaySandbox(app, {
    pool: database.pool,
    keys: gateway,
    webhookUrl: () => {
      const address = ownAddress(app.server)
      return address && address + webhookPath
    },
    log: app.log,
  })
}
