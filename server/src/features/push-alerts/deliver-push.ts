import type { Database } from '../../platform/database/connect.ts'
import { JobFailure } from '../../platform/jobs/job-failure.ts'
import type { Job, JobQueue, Retries } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { PushClient, PushOutcome } from '../../platform/push/push-client.ts'
import { findLeadsForSale } from '../saved-searches/public/lead-alerts.queries.ts'
import { type AlertNotification, leadNotification, testNotification } from './alert-notification.ts'
import {
  type AlertedDevice,
  deleteDevice,
  findLiveDevice,
  findWantedLeads,
  recordAccepted,
  recordFailure,
} from './push-devices.queries.ts'
import type { ReadPushKeys } from './push-keys.ts'

/** A job of the queue `push`. It contains only ids. */
export interface PushJob {
  deviceId: string
  /** Null for a test. */
  alert: { leadIds: string[]; searchIds: string[] } | null
}

/** Older alerts are useless. They are not sent, and push services drop them. */
const maxAgeSeconds = 2 * 60 * 60
/**
 * More retries than fit into `maxAgeSeconds`, even with the shortest pauses, so that an unreachable push service leaves
 * no failed job.
 */
export const pushRetries: Retries = { limit: 11, firstPauseSeconds: 20 }
/** Limits of the pause after a failure. They also apply to the pause that a push service requests. */
const minPauseSeconds = 60
const maxPauseSeconds = 60 * 60
const maxFailingDays = 14
const sentAtOnce = 4

interface Deps {
  database: Database
  jobs: JobQueue
  client: PushClient
  readKeys: ReadPushKeys
  log: Log
}

/** Sends the alerts of the queue `push`. */
export function handlePushes(deps: Deps): void {
  deps.jobs.handle<PushJob>('push', (job) => deliverPush(deps, job), {
    atOnce: sentAtOnce,
    pollSeconds: 2,
  })
}

/**
 * Makes one attempt to send an alert to a device. Leads, searches and session are read again, so that sold leads,
 * paused searches and ended sessions are left out. The topic is the id of the job: if the process dies after the
 * response of the push service and before it is recorded, the second message replaces the first one, in the service and
 * on the screen.
 * @throws JobFailure if a later attempt may succeed
 */
async function deliverPush(deps: Deps, job: Job<PushJob>): Promise<void> {
  const { database, client, readKeys, log } = deps
  const { deviceId, alert } = job.data
  const [keys, device] = [await readKeys(), await findLiveDevice(database.kysely, deviceId)]
  if (!keys || !device || device.acceptedKey !== keys.publicKey) return
  const ageSeconds = Math.max(0, (device.now.getTime() - job.sentAt.getTime()) / 1000)
  if (ageSeconds >= maxAgeSeconds) return log.info({ job: job.id }, 'alert dropped: it is too old')
  if (mustWait(device, alert !== null))
    throw new JobFailure('push-unavailable', 'paused, or in quiet hours')
  const notification = alert === null ? testNotification : await readAlert(database, alert)
  if (!notification)
    return log.info({ job: job.id }, 'alert not sent: none of its leads is for sale')
  const topic = job.id.replaceAll('-', '')
  const outcome = await client.send(keys, {
    endpoint: device.endpoint,
    p256dh: device.p256dh,
    auth: device.auth,
    payload: JSON.stringify({ ...notification, tag: topic }),
    topic,
    ttlSeconds: Math.ceil(maxAgeSeconds - ageSeconds),
  })
  await recordOutcome(
    deps,
    { jobId: job.id, deviceId, host: new URL(device.endpoint).host },
    outcome,
  )
}

/**
 * Checked in each attempt, because quiet hours may have begun. A test ignores quiet hours, because the agent has just
 * requested it.
 */
function mustWait({ waitUntil, sendAt, now }: AlertedDevice, isAlert: boolean): boolean {
  return (waitUntil !== null && waitUntil > now) || (isAlert && sendAt > now)
}

/** @returns undefined if no lead of the alert is for sale and still matches a search */
async function readAlert(
  { kysely }: Database,
  alert: NonNullable<PushJob['alert']>,
): Promise<AlertNotification | undefined> {
  const [newest, ...more] = await findLeadsForSale(kysely, await findWantedLeads(kysely, alert))
  return newest && leadNotification([newest, ...more])
}

/**
 * Records the outcome of an attempt.
 * @throws JobFailure if a later attempt may succeed
 */
async function recordOutcome(
  { database: { kysely }, log }: Deps,
  { jobId, deviceId, host }: { jobId: string; deviceId: string; host: string },
  outcome: PushOutcome,
): Promise<void> {
  // The path of an endpoint is a secret and must not be logged.
  const facts = { job: jobId, host, outcome }
  switch (outcome.kind) {
    case 'accepted':
      await recordAccepted(kysely, deviceId)
      return log.info(facts, 'alert sent')
    case 'gone':
      await deleteDevice(kysely, deviceId)
      return log.info(facts, 'device removed: its browser no longer accepts alerts')
    case 'blocked':
      // A single wrong DNS response can cause this outcome, so the device is kept.
      await recordFailure(kysely, deviceId, failure())
      return log.warn(facts, 'alert not sent: the address is not one of a push service')
    case 'refused':
      await recordFailure(kysely, deviceId, failure())
      return log.warn(facts, 'alert refused by the push service')
    case 'unavailable': {
      await recordFailure(kysely, deviceId, failure(outcome.retryAfterSeconds))
      log.warn(facts, 'alert could not be sent yet')
      throw new JobFailure('push-unavailable', outcome.reason)
    }
  }
}

const failure = (retryAfterSeconds = 0) => ({
  pause: {
    askedSeconds: Math.min(retryAfterSeconds, maxPauseSeconds),
    minSeconds: minPauseSeconds,
    maxSeconds: maxPauseSeconds,
  },
  maxFailingDays,
})
