import type { Database } from '../../platform/database/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import { type QueueAlert, sendDueAlerts } from '../saved-searches/public/send-due-alerts.ts'
import { maxCountedLeads } from './alert-notification.ts'
import { type PushJob, pushRetries } from './deliver-push.ts'
import { findDeviceIds } from './push-devices.queries.ts'
import type { ReadPushKeys } from './push-keys.ts'

interface Deps {
  database: Database
  jobs: Pick<JobQueue, 'send'>
  readPushKeys: ReadPushKeys
}

/** Queues the due alerts for the devices of their agents: one alert per device, for all searches. */
export async function sendPushAlerts(
  { database, jobs, readPushKeys }: Deps,
  signal?: AbortSignal,
): Promise<void> {
  const keys = await readPushKeys()
  const queueAlert: QueueAlert = async (tx, { userId, leads, searches }) => {
    // Without keys, no device can be reached. The alerts are deleted, so that they do not accumulate.
    if (!keys) return
    const alert = {
      leadIds: leads.slice(0, maxCountedLeads).map(({ id }) => id),
      searchIds: searches.map(({ id }) => id),
    }
    for (const deviceId of await findDeviceIds(tx, userId, keys.publicKey)) {
      const data: PushJob = { deviceId, alert }
      await jobs.send(tx, { queue: 'push', data, retries: pushRetries })
    }
  }
  await sendDueAlerts(database, 'push', queueAlert, signal)
}

export function pushAlertsTask(deps: Deps): ScheduledTask {
  return {
    name: 'push-alerts',
    cron: everyMinute,
    run: (signal) => sendPushAlerts(deps, signal),
  }
}
