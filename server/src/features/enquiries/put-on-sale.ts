import type { Enquiry } from '@raahi/contract/enquiries'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { endReview, findLead, lockLead } from '../leads/public/leads.queries.ts'
import { queueMatching } from '../leads/public/queue-matching.ts'
import { findEnquiry, lockEnquiry } from './public/enquiries.queries.ts'
import { toEnquiry } from './public/enquiry-response.ts'

/**
 * Puts the lead of a corrected enquiry on sale again. It is compared with all saved searches like a new lead, because its
 * places may be others.
 * @param correctedAt the correction that the admin has read: ISO time; undefined: not compared
 * @throws ApiFailure ENQUIRY_NOT_FOUND, LEAD_NOT_UNDER_REVIEW; ENQUIRY_CORRECTED if the traveller has corrected it since
 */
export async function putOnSale(
  { database, jobs }: { database: Database; jobs: Pick<JobQueue, 'send'> },
  actor: Actor,
  enquiryId: string,
  correctedAt: string | undefined,
): Promise<Enquiry> {
  return withTransaction(database, async (tx) => {
    const enquiry = await lockEnquiry(tx, enquiryId)
    if (!enquiry) throw new ApiFailure('ENQUIRY_NOT_FOUND')
    const { lead_id: leadId, corrected_at } = enquiry
    const lead = leadId === null ? undefined : await lockLead(tx, leadId)
    if (!lead?.under_review) throw new ApiFailure('LEAD_NOT_UNDER_REVIEW')
    if (correctedAt !== undefined && correctedAt !== corrected_at?.toISOString())
      throw new ApiFailure('ENQUIRY_CORRECTED')
    await tx
      .updateTable('leads')
      .set({ ...endReview, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', lead.id)
      .execute()
    await tx.deleteFrom('saved_search_matches').where('lead_id', '=', lead.id).execute()
    await queueMatching(tx, jobs, lead.id)
    await recordAction(tx, actor, {
      action: 'lead.put-on-sale',
      subjectType: 'lead',
      subjectId: lead.id,
      before: { underReview: true },
      after: { underReview: false, expired: (await findLead(tx, lead.id))?.expired ?? false },
    })
    const after = await findEnquiry(tx, enquiryId)
    if (!after) throw new Error('the locked enquiry was not found')
    return toEnquiry(after)
  })
}
