import type { Transaction } from '../../../platform/database/transaction.ts'
import type { JobQueue, Retries } from '../../../platform/jobs/job-queue.ts'

/** A job of the queue `match-lead`. The lead was put on sale when the job was sent. */
export interface MatchLeadJob {
  leadId: string
}

const retries: Retries = { limit: 8, firstPauseSeconds: 5 }

/** Queues the comparison of a lead with all saved searches, in the transaction that puts it on sale. */
export async function queueMatching(
  tx: Transaction,
  jobs: Pick<JobQueue, 'send'>,
  leadId: string,
): Promise<void> {
  const data: MatchLeadJob = { leadId }
  await jobs.send(tx, { queue: 'match-lead', data, retries })
}

/** The same for many leads. */
export async function queueMatchings(
  tx: Transaction,
  jobs: Pick<JobQueue, 'sendAll'>,
  leadIds: readonly string[],
): Promise<void> {
  const data = leadIds.map((leadId): MatchLeadJob => ({ leadId }))
  await jobs.sendAll(tx, { queue: 'match-lead', data, retries })
}
