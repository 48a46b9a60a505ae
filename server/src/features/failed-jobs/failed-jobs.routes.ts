import * as failedJobs from '@raahi/contract/failed-jobs'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { readOwnList } from '../../platform/database/read-list.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { listFailedJobs } from './list-failed-jobs.ts'
import { retryFailedJob, retryFailedJobs } from './retry-failed-job.ts'

export function addFailedJobRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database; jobs: JobQueue },
): void {
  // From the primary: a job changes without a request, so that a replica could show one that is queued again.
  addRoute(app, deps, failedJobs.listFailedJobs, async (call) => ({
    data: await readOwnList(deps.database, call, (from) => listFailedJobs(from, call.query)),
  }))

  addRoute(app, deps, failedJobs.retryFailedJob, async (call) => {
    await retryFailedJob(deps, actorOf(call), call.params.id)
    return {}
  })

  addRoute(app, deps, failedJobs.retryFailedJobs, async (call) => ({
    data: await retryFailedJobs(deps, actorOf(call)),
  }))
}
