import { enquiryStates } from '@raahi/contract/enquiries'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { stateAfter } from '@raahi/contract/states'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { markVerified } from './mark-verified.ts'
import { readOwn, requireEnquiry } from './own-enquiry.ts'
import { phoneCodeCount } from './phone-code-metrics.ts'
import { endCodes, hashPhone, tryCode } from './phone-codes.queries.ts'
import { lockByToken } from './public/enquiries.queries.ts'

/**
 * Marks the phone of an enquiry as verified, and that of its lead if it is the same, with the code from the SMS. Repeating
 * the call after that returns the same response.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED; PHONE_CODE_WRONG; PHONE_CODE_ENDED if the code has expired, was
 * replaced, was sent to another number, or was tried five times
 */
export async function verifyOwnPhone(
  database: Database,
  token: string,
  code: string,
): Promise<OwnEnquiry> {
  // A wrong try is committed, so the failure is thrown after the transaction.
  const { outcome, answer } = await withTransaction(database, async (tx) => {
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (stateAfter(enquiryStates, enquiry.status, 'verify') === null)
      throw new ApiFailure('ENQUIRY_CLOSED')
    if (enquiry.phone_verified_at) return { outcome: 'repeated', answer: await readOwn(tx, token) }
    const phoneHash = await hashPhone(tx, enquiry.phone)
    const outcome = await tryCode(tx, { enquiryId: enquiry.id, phoneHash, code })
    if (outcome !== 'correct') return { outcome, answer: null }
    await endCodes(tx, enquiry.id, null)
    await markVerified(tx, enquiry, 'phone')
    return { outcome, answer: await readOwn(tx, token) }
  })
  if (outcome === 'correct') phoneCodeCount.inc({ event: 'verified' })
  if (answer) return answer
  phoneCodeCount.inc({ event: 'wrong' })
  throw new ApiFailure(outcome === 'wrong' ? 'PHONE_CODE_WRONG' : 'PHONE_CODE_ENDED')
}
