import { join } from 'node:path'
import cookie from '@fastify/cookie'
import { endpoints } from '@raahi/contract/endpoints'
import { webhookPath } from '@raahi/contract/payments'
import { addGatewaySandbox } from '@raahi/gateway-sandbox/gateway-sandbox'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config/index.ts'
import { movesMoney } from './config/payments.ts'
import { addUserRoutes } from './features/accounts/users.routes.ts'
import { createAgentsMarket } from './features/agents-page/agents-page.ts'
import { addAuthRoutes } from './features/auth/auth.routes.ts'
import { addEmailConfirmationRoutes } from './features/auth/email-confirmation.routes.ts'
import { addPasswordResetRoutes } from './features/auth/password-reset.routes.ts'
import { createPasswords } from './features/auth/public/passwords.ts'
import { addAutomaticBuyingRoutes } from './features/automatic-buying/automatic-buying.routes.ts'
import { handleAutomaticBuying } from './features/automatic-buying/buy-automatically.ts'
import { ruleOfSearch } from './features/automatic-buying/public/rules.queries.ts'
import { queueAutomaticBuying } from './features/automatic-buying/queue-automatic-buying.ts'
import { addCallReportRoutes } from './features/call-reports/call-reports.routes.ts'
import { addContactRoutes } from './features/contact/contact.routes.ts'
import { addDashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { addEnquiryRoutes } from './features/enquiries/enquiries.routes.ts'
import { handlePhoneCodes } from './features/enquiries/send-phone-code.ts'
import { addFailedJobRoutes } from './features/failed-jobs/failed-jobs.routes.ts'
import { addInvoiceRoutes } from './features/invoices/invoices.routes.ts'
import { addKycRoutes } from './features/kyc/kyc.routes.ts'
import { addLeadCostRoutes } from './features/lead-costs/lead-costs.routes.ts'
import { addLeadEventRoutes } from './features/lead-events/lead-events.routes.ts'
import { addLeadRoutes } from './features/leads/leads.routes.ts'
import { openPayments } from './features/payments/online-payments.ts'
import { addPaymentRoutes } from './features/payments/payments.routes.ts'
import { handleRefunds } from './features/payments/refund-payment.ts'
import { addWebhook } from './features/payments/webhook.routes.ts'
import { addPersonalDataRoutes } from './features/personal-data/personal-data.routes.ts'
import { addPipelineRoutes } from './features/pipeline/pipeline.routes.ts'
import { addPlanRoutes } from './features/plans/plans.routes.ts'
import { addProfileRoutes } from './features/profile/profile.routes.ts'
import { createPurchaseMails } from './features/purchase-mails/mail-purchase.ts'
import { addPurchaseRoutes } from './features/purchases/purchases.routes.ts'
import { handlePushes } from './features/push-alerts/deliver-push.ts'
import { addPushAlertRoutes } from './features/push-alerts/push-alerts.routes.ts'
import { createPushKeys } from './features/push-alerts/push-keys.ts'
import { sendPushAlerts } from './features/push-alerts/send-push-alerts.ts'
import { addQuoteFileRoutes } from './features/quotes/quote-files.routes.ts'
import { addQuoteRoutes } from './features/quotes/quotes.routes.ts'
import { addQuoteTemplateRoutes } from './features/quotes/templates.routes.ts'
import { addReplacementRoutes } from './features/replacements/replacements.routes.ts'
import { addReturnFigureRoutes } from './features/return-figures/return-figures.routes.ts'
import { addReturnOddsRoutes } from './features/return-odds/return-odds.routes.ts'
import { createPolicyHtml } from './features/return-policy/render-policy.ts'
import { addReturnPolicyRoutes } from './features/return-policy/return-policy.routes.ts'
import { handleNewLeads } from './features/saved-searches/public/match-lead.ts'
import { addSavedSearchRoutes } from './features/saved-searches/saved-searches.routes.ts'
import { sendMailAlerts } from './features/saved-searches/send-mail-alerts.ts'
import { addSettingsRoutes } from './features/settings/settings.routes.ts'
import { addSiteForms } from './features/site-forms/site-forms.routes.ts'
import { addTransactionRoutes } from './features/transactions/transactions.routes.ts'
import { openEncryption } from './features/two-factor/open-encryption.ts'
import { addTwoFactorRoutes } from './features/two-factor/two-factor.routes.ts'
import { addWalletRoutes } from './features/wallets/wallets.routes.ts'
import { auditMetrics } from './integrity/audit-metrics.ts'
import { readAuditStatus } from './integrity/audit-result.queries.ts'
import { addAuditLogRoutes } from './platform/audit-log/audit-log.routes.ts'
import { recordResponseViews } from './platform/audit-log/record-contact-views.ts'
import type { Database } from './platform/database/connect.ts'
import { createFileStore } from './platform/files/create-file-store.ts'
import { createPictures } from './platform/files/pictures.ts'
import { addPublicFiles } from './platform/files/public-files.ts'
import { addApiDocs } from './platform/http/api-docs.ts'
import { addBodyParsers } from './platform/http/body-parsers.ts'
import { createBoundedQueue } from './platform/http/bounded-queue.ts'
import { createCallerLookup } from './platform/http/caller.ts'
import { checkoutSources } from './platform/http/checkout-sources.ts'
import {
  addErrorResponses,
  asFailure,
  rejectUnreadableRequest,
  sendFailure,
} from './platform/http/error-response.ts'
import { ApiFailure } from './platform/http/failure.ts'
import { addHealthRoutes } from './platform/http/health.ts'
import { addRequestLog, loggerOptions } from './platform/http/logging.ts'
import { addMultipart } from './platform/http/multipart.ts'
import { ownAddress } from './platform/http/own-address.ts'
import { createAddRoute, requireAllRoutes } from './platform/http/route.ts'
import { addCors, addSecurityHeaders, setPolicyHeaders } from './platform/http/security-headers.ts'
import { addSecurityText } from './platform/http/security-txt.ts'
import { addSite } from './platform/http/site.ts'
import { findForeignRequestError, refuseForeignRequests } from './platform/http/trial-requests.ts'
import { createJobQueue, type JobQueue } from './platform/jobs/job-queue.ts'
import { queueMetrics } from './platform/jobs/queue-metrics.ts'
import { sealMetrics } from './platform/ledger/seals/seal-metrics.ts'
import { createMailQueue } from './platform/mail/mail-queue.ts'
import { addMailbox } from './platform/mail/mailbox.routes.ts'
import { createSendMail } from './platform/mail/send-mail.ts'
import { addMetrics } from './platform/observability/metrics.routes.ts'
import { addRequestContext, requestIds } from './platform/observability/request-ids.ts'
import { measureRequests } from './platform/observability/request-metrics.ts'
import { addTracing } from './platform/observability/request-tracing.ts'
import { logInContext } from './platform/observability/work-context.ts'
import { createPushClient } from './platform/push/push-client.ts'
import { type PushNetwork, publicInternet } from './platform/push/push-network.ts'
import { openSms } from './platform/sms/open-sms.ts'
import { addSmsSandbox } from './platform/sms/sms-sandbox.routes.ts'
import { backgroundTasks } from './runtime/background-tasks.ts'

/** The built web app. */
const siteFolder = join(import.meta.dirname, '../../web/build/client')
/** Largest JSON body. */
const bodyLimitBytes = 100 * 1024
/** Time in which a request must arrive completely, also 5 MB over a slow line. It limits requests sent byte by byte. */
const requestTimeoutMs = 120_000
const startJobsAfterMs = 200

export interface AppDeps {
  config: Config
  database: Database
  /** Where the log goes; standard output by default. */
  logStream?: { write(line: string): void }
  /** How push services are reached. Only tests set it. */
  pushNetwork?: PushNetwork
  /** False: no background task runs, so that only requests and their jobs write. Only tests set it. */
  runsTasks?: boolean
}

/** Builds the complete product. `npm start` and all tests use it. */
export async function buildApp({
  config,
  database,
  logStream,
  pushNetwork = publicInternet,
  runsTasks = true,
}: AppDeps): Promise<FastifyInstance> {
  let isStopping = false
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

  const ownOrigins = new Set(config.ownOrigins)
  addErrorResponses(app)
  addBodyParsers(app)
  await addMultipart(app)
  await app.register(cookie)
  addRequestLog(app)
  const checkout = checkoutSources(config.gateway.mode, config.checkout.scriptUrl)
  const https = config.publicUrl.startsWith('https:')
  addSecurityHeaders(app, { https, checkout })
  refuseForeignRequests(app, config) // Before CORS, which answers some requests itself.
  await addCors(app, ownOrigins)
  await addApiDocs(app)
  const { auditEveryMinutes } = config
  addHealthRoutes(app, {
    readAuditStatus: () => readAuditStatus(database, auditEveryMinutes),
    isStopping: () => isStopping,
  })
  addMetrics(app, {
    config,
    database,
    stored: [auditMetrics(auditEveryMinutes), sealMetrics, queueMetrics],
  })

  const log = logInContext(app.log)
  const jobs = createJobQueue(database, log)
  const sendMail = createSendMail(config)
  const queueMail = createMailQueue(jobs, sendMail, log)
  if (!config.smtpUrl && !config.trial) {
    app.log.warn('SMTP_URL is not set: mail is written to DATA_DIR/mail instead of being sent')
  }
  const findCaller = createCallerLookup(database, config.twoFactor.required)
  const files = createFileStore(config)
  const pictures = createPictures()
  app.addHook('onClose', async () => pictures.close())
  // An export holds a connection of the list pool until its download ends. At least one connection remains for lists.
  const exports = createBoundedQueue({
    atOnce: Math.min(2, config.databaseListPoolSize - 1),
    maxWaiting: 8,
  })
  const addRoute = createAddRoute(app, {
    findCaller,
    ownOrigins,
    recordViews: (caller, data) => recordResponseViews(database, caller, data),
  })
  const deps = {
    addRoute,
    database,
    config,
    ownOrigins,
    findCaller,
    queueMail,
    files,
    pictures,
    exports,
  }
  const passwords = createPasswords()
  addAuthRoutes({ ...deps, passwords })
  addPasswordResetRoutes(app, { ...deps, passwords, jobs, sendMail })
  addEmailConfirmationRoutes(deps)
  addUserRoutes({ ...deps, passwords })
  addKycRoutes(deps)
  addProfileRoutes({ ...deps, passwords })
  const encryption = await openEncryption(config)
  if (!encryption) {
    app.log.warn('TWO_FACTOR_KEY is not set: no admin can turn on two-factor login')
    if (!config.push.keys) {
      app.log.warn('neither TWO_FACTOR_KEY nor VAPID keys are set: alerts on devices are off')
    }
  }
  addTwoFactorRoutes({ ...deps, passwords, encryption })
  addPublicFiles(app, deps)
  addDashboardRoutes(deps)
  addLeadRoutes({ ...deps, jobs })
  addSavedSearchRoutes({ ...deps, ruleOfSearch })
  const readPushKeys = createPushKeys({ config, database, encryption, log })
  addPushAlertRoutes({ ...deps, jobs, readPushKeys })
  handlePushes({
    jobs,
    database,
    client: createPushClient({ network: pushNetwork, contact: config.push.contact }),
    readKeys: readPushKeys,
    log,
  })
  addLeadEventRoutes(app, deps)
  addAutomaticBuyingRoutes({ ...deps, passwords })
  const queuePurchaseMails = createPurchaseMails({
    jobs,
    database,
    queueMail,
    publicUrl: config.publicUrl,
  })
  addPurchaseRoutes({ ...deps, queuePurchaseMails })
  addCallReportRoutes(deps)
  addPipelineRoutes(deps)
  addQuoteRoutes(app, { ...deps, jobs, sendMail })
  addQuoteFileRoutes(deps)
  addQuoteTemplateRoutes(deps)
  addLeadCostRoutes(deps)
  addPlanRoutes(deps)
  addReplacementRoutes(deps)
  addWalletRoutes(deps)
  addTransactionRoutes(deps)
  addAuditLogRoutes(deps)
  const sms = openSms(config.sms, app.server)
  handlePhoneCodes({ jobs, database, sms, log })
  addEnquiryRoutes({ ...deps, jobs })
  addContactRoutes(deps)
  addPersonalDataRoutes({ ...deps, jobs })
  addSettingsRoutes(deps)
  addFailedJobRoutes({ ...deps, jobs })
  addReturnPolicyRoutes(deps)
  addReturnFigureRoutes(deps)
  addReturnOddsRoutes(deps)
  await addSiteForms(app, deps, siteFolder)
  const payments = openPayments(config.gateway, app.server)
  const settling = {
    database,
    jobs,
    queueMail,
    payments,
    publicUrl: config.publicUrl,
    invoicing: config,
    log,
  }
  addPaymentRoutes({ ...deps, ...settling })
  addInvoiceRoutes(deps)
  await addWebhook(app, settling)
  handleRefunds(jobs, settling)
  requireAllRoutes(app, endpoints)
  addMailbox(app, config)
  addSmsSandbox(app, config, database)
  addSecurityText(app, config)
  await mountGatewaySandbox(app, config, database)
  await addSite(app, siteFolder, {
    apiOrigin: config.webApiOrigin,
    checkout,
    publicUrl: config.publicUrl,
    live: {
      '/agents': createAgentsMarket(database, app.log),
      '/returns': createPolicyHtml(database, app.log),
    },
  })
  const tasks = backgroundTasks(
    { ...settling, config, files, readPushKeys, queuePurchaseMails },
    app.log,
  )
  if (runsTasks) jobs.schedule(tasks)
  const alerts = { ...settling, readPushKeys }
  handleNewLeads({
    jobs,
    database,
    onMatch: queueAutomaticBuying(jobs),
    async sendAlerts(signal) {
      await sendMailAlerts(alerts, signal)
      await sendPushAlerts(alerts, signal)
    },
  })
  handleAutomaticBuying(jobs, { database, queuePurchaseMails })
  runJobs(app, jobs)

  await app.ready()
  return app
}

/** Serves the stand-in gateway if it is configured. The stand-in sends its webhooks to this server. */
async function mountGatewaySandbox(app: FastifyInstance, config: Config, database: Database) {
  const { gateway } = config
  if (gateway.mode !== 'off' && !movesMoney(gateway) && !config.trial) {
    app.log.warn('payments are in test mode: orders are paid with test values and no money moves')
  }
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

/** Runs jobs until the product stops. Starts after a short delay, so that loading the job library does not delay the first requests. */
function runJobs(app: FastifyInstance, jobs: JobQueue): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setTimeout(() => jobs.start(), startJobsAfterMs).unref()
  })
  // Running jobs finish at the same time as requests in flight, which may still send jobs.
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    void jobs.finish()
  })
  app.addHook('onClose', () => jobs.stop())
}

/** A number trusts this many proxies in front of the server. Fastify accepts it only as a function. */
function trustedProxies(setting: Config['trustProxy']) {
  return typeof setting === 'number'
    ? (_address: string, hop: number) => hop < setting
    : setting && [...setting]
}
