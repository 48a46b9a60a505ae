import { maxRetriedJobs } from '@raahi/contract/failed-jobs'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import {
  countRetriableJobs,
  type LockedJob,
  lockFailedJob,
  lockRetriableJobs,
} from './failed-jobs.queries.ts'

/**
 * Queues a failed job again, once even if several admins retry it. It stays the same job, so that nothing happens
 * twice: a mail keeps its message id, and a refund its key at the gateway.
 * @throws ApiFailure FAILED_JOB_NOT_FOUND if the job is already queued again, was removed, or has a kind that is not
 * retried
 */
export async function retryFailedJob(
  { database, jobs }: { database: Database; jobs: JobQueue },
  actor: Actor,
  id: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const job = await lockFailedJob(tx, id)
    if (!job) throw new ApiFailure('FAILED_JOB_NOT_FOUND')
    await queueAgain(tx, jobs, actor, job)
  })
}

/**
 * Queues all failed jobs again that were not refused for good, at most `maxRetriedJobs`. Jobs that another admin queues at
 * the same time are left to that call.
 */
export function retryFailedJobs(
  { database, jobs }: { database: Database; jobs: JobQueue },
  actor: Actor,
): Promise<{ queued: number; left: number }> {
  return withTransaction(database, async (tx) => {
    const locked = await lockRetriableJobs(tx, maxRetriedJobs)
    for (const job of locked) await queueAgain(tx, jobs, actor, job)
    return { queued: locked.length, left: await countRetriableJobs(tx) }
  })
}

async function queueAgain(
  tx: Transaction,
  jobs: JobQueue,
  actor: Actor,
  { id, kind, attempts, subject }: LockedJob,
): Promise<void> {
  await jobs.retry(tx, { queue: kind, id })
  await recordAction(tx, actor, {
    action: 'job.retry',
    subjectType: 'job',
    subjectId: id,
    after: { kind, ...(subject !== null && { subject }), attempts },
  })
}
