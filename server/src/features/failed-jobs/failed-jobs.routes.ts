import * as failedJobs from '@raahi/contract/failed-jobs'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { retryFailedJob, retryFailedJobs } from './retry-failed-job.ts'

export function addFailedJobRoutes(deps: RouteDeps & { jobs: JobQueue }): void {
  const { addRoute } = deps
  addRoute(failedJobs.listFailedJobs, async (call) => ({
    data: await readList(deps.database, call, (from) => listFailedJobs(from, call.query)),
  }))

  addRoute(failedJobs.retryFailedJob, async (call) => {
    await retryFailedJob(deps, actorOf(call), call.params.id)
    return {}
  })

  addRoute(failedJobs.retryFailedJobs, async (call) => ({
    data: await retryFailedJobs(deps, actorOf(call)),
  }))
}
