import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import { deleteJobs } from '../jobs/delete-jobs.ts'

/**
 * Removes the mails about a record that are queued or have failed. One that the mail server is receiving at this moment is
 * not sent again if that attempt fails.
 * @param concernsId the `concernsId` of the mails
 */
export async function removeQueuedMails(tx: Transaction, concernsId: string): Promise<void> {
  await deleteJobs(
    tx,
    sql`name = 'mail' and state <> 'completed' and data ->> 'concernsId' = ${concernsId}`,
  )
}
