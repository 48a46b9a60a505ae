import type { LeadFields } from '@raahi/contract/leads'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { JobQueue } from '../../../platform/jobs/job-queue.ts'
import { toColumns } from './lead-response.ts'
import { matchColumnsOf } from './place-columns.ts'
import { queueMatchings } from './queue-matching.ts'

/**
 * Creates many leads for sale in the caller's transaction, which records the action and has locked the contacts. Each is
 * compared with saved searches like a single new lead.
 */
export async function insertLeads(
  tx: Transaction,
  jobs: Pick<JobQueue, 'sendAll'>,
  leads: readonly { leadId: string; fields: LeadFields }[],
): Promise<void> {
  if (leads.length === 0) return
  await tx
    .insertInto('leads')
    .values(
      leads.map(({ leadId, fields }) => ({
        id: leadId,
        ...toColumns(fields),
        city_match: null,
        destination_match: null,
        ...matchColumnsOf(fields),
      })),
    )
    .execute()
  const ids = leads.map(({ leadId }) => leadId)
  await queueMatchings(tx, jobs, ids)
}
