import * as pushAlerts from '@raahi/contract/push-alerts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { type PushJob, pushRetries } from './deliver-push.ts'
import { addPushDevice, readPushAlerts, removePushDevice } from './push-devices.ts'
import type { ReadPushKeys } from './push-keys.ts'

const additions: RateLimit = { max: 60, windowSeconds: 60 * 60 }
/** Each test sends a request to a server that the agent's browser has chosen. */
const testsPerAgent: RateLimit = { max: 10, windowSeconds: 60 * 60 }

export function addPushAlertRoutes({
  addRoute,
  database,
  jobs,
  readPushKeys,
}: RouteDeps & { jobs: JobQueue; readPushKeys: ReadPushKeys }): void {
  const reading = { database, readKeys: readPushKeys }

  addRoute(pushAlerts.getPushAlerts, async ({ caller }) => ({
    data: await readPushAlerts(reading, caller),
  }))

  addRoute(pushAlerts.addPushDevice, async ({ caller, body }) => {
    await hitRateLimit(database, { key: `push devices of ${caller.userId}`, ...additions })
    await addPushDevice(reading, caller, body)
    return { data: await readPushAlerts(reading, caller) }
  })

  addRoute(pushAlerts.removePushDevice, async ({ caller, params }) => {
    await removePushDevice(database, { id: params.id, userId: caller.userId })
    return {}
  })

  addRoute(pushAlerts.sendTestAlert, async ({ caller, params }) => {
    const { publicKey, devices } = await readPushAlerts(reading, caller)
    if (publicKey === null) throw new ApiFailure('PUSH_NOT_SET_UP')
    if (!devices.some(({ _id }) => _id === params.id)) throw new ApiFailure('PUSH_DEVICE_NOT_FOUND')
    await hitRateLimit(database, { key: `test alerts of ${caller.userId}`, ...testsPerAgent })
    const data: PushJob = { deviceId: params.id, alert: null }
    await jobs.send(database.kysely, { queue: 'push', data, retries: pushRetries })
    return {}
  })
}
