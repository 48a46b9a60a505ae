import type { FastifyInstance } from 'fastify'
import { handleAutomaticBuying } from '../features/automatic-buying/buy-automatically.ts'
import { queueAutomaticBuying } from '../features/automatic-buying/queue-automatic-buying.ts'
import { handlePhoneCodes } from '../features/enquiries/send-phone-code.ts'
import { handleRefunds } from '../features/payments/refund-payment.ts'
import { handlePushes } from '../features/push-alerts/deliver-push.ts'
import { sendPushAlerts } from '../features/push-alerts/send-push-alerts.ts'
import { handleNewLeads } from '../features/saved-searches/public/match-lead.ts'
import { sendMailAlerts } from '../features/saved-searches/send-mail-alerts.ts'
import { handleMetaLeads } from '../features/sources/fetch-meta-lead.ts'
import { handleWebhooks } from '../features/webhooks/send-webhooks.ts'
import type { JobQueue } from '../platform/jobs/job-queue.ts'
import { createPushClient } from '../platform/push/push-client.ts'
import type { PushNetwork } from '../platform/push/push-network.ts'
import { openSms } from '../platform/sms/open-sms.ts'
import type { Services } from './services.ts'

const startAfterMs = 200

/** Sets the handlers of the jobs that no route sets. */
export function handleJobs(
  app: FastifyInstance,
  services: Services,
  pushNetwork: PushNetwork,
): void {
  const { jobs, config, readPushKeys } = services
  const { contact } = config.push
  handlePushes({
    ...services,
    client: createPushClient({ network: pushNetwork, contact }),
    readKeys: readPushKeys,
  })
  handlePhoneCodes({ ...services, sms: openSms(config.sms, app.server) })
  handleRefunds(jobs, services)
  handleNewLeads({
    ...services,
    onMatch: queueAutomaticBuying(jobs),
    async sendAlerts(signal) {
      await sendMailAlerts(services, signal)
      await sendPushAlerts(services, signal)
    },
  })
  handleAutomaticBuying(jobs, services)
  handleMetaLeads(services)
  handleWebhooks(jobs, services)
}

/** Runs jobs until the product stops. Starts after a short delay, so that loading the job library does not delay the first requests. */
export function runJobs(app: FastifyInstance, jobs: JobQueue): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setTimeout(() => jobs.start(), startAfterMs).unref()
  })
  // Running jobs finish at the same time as requests in flight, which may still send jobs.
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    void jobs.finish()
  })
  app.addHook('onClose', () => jobs.stop())
}
