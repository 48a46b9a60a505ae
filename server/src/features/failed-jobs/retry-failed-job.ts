import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { lockFailedJob } from './failed-jobs.queries.ts'

/**
 * Queues a failed job again, once for any number of admins. It stays the same job, so that nothing happens twice: a mail
 * keeps its message id, and a refund its key at the gateway.
 * @throws ApiFailure FAILED_JOB_NOT_FOUND if it is queued again already, gone after a day, or of a kind that is not
 * tried again
 */
export async function retryFailedJob(
  { database, jobs }: { database: Database; jobs: JobQueue },
  actor: Actor,
  id: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const job = await lockFailedJob(tx, id)
    if (!job) throw new ApiFailure('FAILED_JOB_NOT_FOUND')
    const { kind, attempts, subject } = job
    await jobs.retry(tx, { queue: kind, id })
    await recordAction(tx, actor, {
      action: 'job.retry',
      subjectType: 'job',
      subjectId: id,
      after: { kind, ...(subject !== null && { subject }), attempts },
    })
  })
}
