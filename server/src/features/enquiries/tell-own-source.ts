import type { EnquirySource } from '@raahi/contract/enquiry-labels'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { requireEnquiry } from './own-enquiry.ts'
import { lockByToken } from './public/enquiries.queries.ts'

/**
 * Stores how the traveller found Raahi, which is asked after the form was sent. A lead keeps the source that the enquiry had
 * when an admin converted it.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED once it is decided or withdrawn
 */
export async function tellOwnSource(
  database: Database,
  token: string,
  source: EnquirySource,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (enquiry.status !== 'new') throw new ApiFailure('ENQUIRY_CLOSED')
    await tx.updateTable('enquiries').set({ source }).where('id', '=', enquiry.id).execute()
  })
}
