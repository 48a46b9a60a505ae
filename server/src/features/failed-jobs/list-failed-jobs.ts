import type { FailedJob } from '@raahi/contract/failed-jobs'
import { pageOf } from '@raahi/contract/fields'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { Database } from '../../platform/database/connect.ts'
import { readJobError } from '../../platform/jobs/job-failure.ts'
import { type FailedJobRow, findFailedJobPage } from './failed-jobs.queries.ts'

/** Lists the failed jobs for admins. */
export async function listFailedJobs(
  database: Database,
  { page, limit }: { page: number; limit: number },
): Promise<ReturnType<typeof pageOf<FailedJob>> & { retriable: number }> {
  const { total, retriable, rows } = await findFailedJobPage(database, { page, limit })
  return { ...pageOf(rows.map(toFailedJob), total, page, limit), retriable }
}

function toFailedJob(row: FailedJobRow): FailedJob {
  const { user_id, user_name, payment_id, amount_paise } = row
  return {
    _id: row.id,
    kind: row.kind,
    queuedAt: row.queued_at.toISOString(),
    failedAt: row.failed_at.toISOString(),
    attempts: row.attempts,
    error: readJobError(row.error),
    subject: row.subject,
    user: user_id !== null && user_name !== null ? { _id: user_id, name: user_name } : null,
    refund:
      payment_id !== null && amount_paise !== null
        ? {
            paymentId: payment_id,
            amount: rupeesFromPaise(amount_paise),
            isCompleted: row.refund_status === 'processed',
          }
        : null,
  }
}
