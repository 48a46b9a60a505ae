import { enquiryStates } from '@raahi/contract/enquiries'
import { isIndianMobile } from '@raahi/contract/field-checks'
import { stateAfter } from '@raahi/contract/states'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { queueOrDiscard } from '../../platform/jobs/queue-or-discard.ts'
import { requireEnquiry } from './own-enquiry.ts'
import { phoneCodeCount } from './phone-code-metrics.ts'
import {
  countCodes,
  endCodes,
  hashPhone,
  insertCode,
  lockPhone,
  maxCodes,
  wasVerified,
} from './phone-codes.queries.ts'
import { lockByToken } from './public/enquiries.queries.ts'

/** All attempts to send are made within the ten minutes of a code. */
const retries = { limit: 4, firstPauseSeconds: 10 }

interface Deps {
  database: Database
  jobs: JobQueue
  /** The maximum number of codes in an hour, of all travellers together, because each SMS costs money. */
  maxPerHour: number
}

/**
 * Queues the SMS with a code for the phone of an enquiry. A number gets three SMS in 24 hours from all enquiries; above
 * that limit, all responses are the usual ones and nothing is sent, because a difference would reveal that other
 * enquiries have the number. A suspected enquiry, and a number without a share of the hour, are treated in the same way.
 * An earlier code of the enquiry ends when an SMS is queued.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED; PHONE_ALREADY_VERIFIED; PHONE_NOT_INDIAN; PHONE_CODE_LIMIT for
 * the fourth code of this enquiry in a day; PHONE_CODES_PAUSED over the limit of an hour
 * @returns how many more codes this enquiry may request
 */
export async function requestPhoneCode(deps: Deps, token: string): Promise<{ codesLeft: number }> {
  const { codesLeft, isWithheld } = await withTransaction(deps.database, async (tx) => {
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (stateAfter(enquiryStates, enquiry.status, 'verify') === null)
      throw new ApiFailure('ENQUIRY_CLOSED')
    if (enquiry.phone_verified_at) throw new ApiFailure('PHONE_ALREADY_VERIFIED')
    if (!isIndianMobile(enquiry.phone)) throw new ApiFailure('PHONE_NOT_INDIAN')
    const phoneHash = await hashPhone(tx, enquiry.phone)
    await lockPhone(tx, phoneHash)
    const counts = await countCodes(tx, { enquiryId: enquiry.id, phoneHash })
    if (counts.ofEnquiry >= maxCodes) throw new ApiFailure('PHONE_CODE_LIMIT')
    const isUnwanted = enquiry.suspected || counts.toPhone >= maxCodes
    const isVerified = await wasVerified(tx, enquiry.phone)
    const kind = isUnwanted ? 'unwanted' : isVerified ? 'verified' : 'new'
    const isWithheld = !(await hasShare(tx, kind, deps.maxPerHour)) || isUnwanted
    const id = uuidv7()
    await insertCode(tx, { id, enquiryId: enquiry.id, phoneHash, isWithheld })
    await queueOrDiscard(isWithheld, tx, async () => {
      await endCodes(tx, enquiry.id, id)
      await limitAll(tx, deps.maxPerHour)
      await deps.jobs.send(tx, { queue: 'phone-code', data: { codeId: id }, retries })
    })
    return { codesLeft: maxCodes - 1 - counts.ofEnquiry, isWithheld }
  })
  phoneCodeCount.inc({ event: isWithheld ? 'withheld' : 'requested' })
  return { codesLeft }
}

/** The share of the codes of an hour that only numbers get that were verified before. */
const reservedShare = 1 / 4

/**
 * Counts a code against the share of its kind of numbers. Many networks can use up the share of new numbers, and then
 * known travellers still get their codes. The response is the same, because a refusal would reveal which numbers Raahi
 * knows; for the same reason each kind has a count.
 */
async function hasShare(
  tx: Transaction,
  kind: 'unwanted' | 'verified' | 'new',
  maxPerHour: number,
): Promise<boolean> {
  const max = kind === 'new' ? maxPerHour - Math.floor(maxPerHour * reservedShare) : maxPerHour
  const hit = await countHit(tx, { key: `phone codes of ${kind}`, max, windowSeconds: 3600 })
  if (!hit.isAllowed && kind === 'new') phoneCodeCount.inc({ event: 'over_limit' })
  return hit.isAllowed
}

/**
 * Limits the codes of all travellers together. The owners of premium numbers earn money from each SMS and request many
 * with different numbers, which the limit per number does not prevent.
 */
async function limitAll(tx: Transaction, max: number): Promise<void> {
  const hit = await countHit(tx, { key: 'phone codes of all', max, windowSeconds: 3600 })
  if (hit.isAllowed) return
  phoneCodeCount.inc({ event: 'over_limit' })
  throw new ApiFailure('PHONE_CODES_PAUSED', { retryAfterSeconds: Math.max(1, hit.secondsLeft) })
}
