import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/index.ts'
import { createPasswords } from '../features/auth/public/passwords.ts'
import { openPayments } from '../features/payments/online-payments.ts'
import { createPurchaseMails } from '../features/purchase-mails/mail-purchase.ts'
import { createPushKeys } from '../features/push-alerts/push-keys.ts'
import { openMeta } from '../features/sources/open-meta.ts'
import { openEncryption } from '../features/two-factor/open-encryption.ts'
import { recordResponseViews } from '../platform/audit-log/record-contact-views.ts'
import type { Database } from '../platform/database/connect.ts'
import { createFileStore } from '../platform/files/create-file-store.ts'
import { createPictures } from '../platform/files/pictures.ts'
import { createKeyLookup } from '../platform/http/api-keys.ts'
import { createBoundedQueue } from '../platform/http/bounded-queue.ts'
import { createCallerLookup } from '../platform/http/caller.ts'
import { createAddRoute } from '../platform/http/route.ts'
import { createJobQueue } from '../platform/jobs/job-queue.ts'
import { createMailQueue } from '../platform/mail/mail-queue.ts'
import { createSendMail } from '../platform/mail/send-mail.ts'
import { logInContext } from '../platform/observability/work-context.ts'
import type { PushNetwork } from '../platform/push/push-network.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Creates what routes, jobs and background tasks share.
 * @param internet how addresses that users chose are reached
 */
export async function createServices(
  app: FastifyInstance,
  config: Config,
  database: Database,
  internet: PushNetwork,
) {
  const { publicUrl } = config
  const log = logInContext(app.log)
  const jobs = createJobQueue(database, log)
  const sendMail = createSendMail(config)
  const queueMail = createMailQueue(jobs, sendMail, log)
  const encryption = await openEncryption(config)
  const findCaller = createCallerLookup(database, config.twoFactor.required)
  const ownOrigins: ReadonlySet<string> = new Set(config.ownOrigins)
  const pictures = createPictures()
  app.addHook('onClose', async () => pictures.close())
  return {
    config,
    publicUrl,
    invoicing: config,
    database,
    log,
    jobs,
    sendMail,
    queueMail,
    queuePurchaseMails: createPurchaseMails({ jobs, database, queueMail, publicUrl }),
    encryption,
    passwords: createPasswords(),
    readPushKeys: createPushKeys({ config, database, encryption, log }),
    webhookNetwork: { trial: config.trial, internet },
    payments: openPayments(config.gateway, app.server),
    meta: openMeta(config.meta, app.server),
    files: createFileStore(config),
    pictures,
    // An export holds a connection of the list pool until its download ends. At least one connection remains for lists.
    exports: createBoundedQueue({
      atOnce: Math.min(2, config.databaseListPoolSize - 1),
      maxWaiting: 8,
    }),
    ownOrigins,
    findCaller,
    addRoute: createAddRoute(app, {
      findCaller,
      findKey: createKeyLookup(database),
      ownOrigins,
      recordViews: (caller, data) => recordResponseViews(database, caller, data),
    }),
  }
}
