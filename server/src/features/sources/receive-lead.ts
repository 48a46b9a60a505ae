import type { EnquirySource } from '@raahi/contract/enquiries'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import type { IntakeAnswer, IntakeLead } from '@raahi/contract/intake'
import { countryOf } from '@raahi/contract/places'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { storeEnquiry } from '../enquiries/public/store-enquiry.ts'
import { publishEnquiry } from '../enquiries/public/store-lead-of-enquiry.ts'
import { claimArrival, findAnswer, finishArrival } from './arrivals.queries.ts'

export interface IntakeDeps {
  database: Database
  queueMail: QueueMail
  jobs: Pick<JobQueue, 'send'>
  publicUrl: string
}

/**
 * Stores an enquiry of a source once: a repeated delivery gets the first answer. The checks, limits, suspicion and
 * duplicates are those of the quote form. It becomes a lead at once only if its source says so.
 * @param foundBy how the traveller found Raahi
 * @throws ApiFailure SOURCE_NOT_FOUND; SOURCE_PAUSED; SOURCE_LIMIT_REACHED
 */
export async function receiveLead(
  deps: IntakeDeps,
  { sourceId, foundBy }: { sourceId: string; foundBy: EnquirySource },
  { externalId, consent, message, extra, ...fields }: IntakeLead,
): Promise<{ answer: IntakeAnswer; replayed: boolean }> {
  return withTransaction(deps.database, async (tx) => {
    const source = await findSource(tx, sourceId)
    if (source.state === 'paused') throw new ApiFailure('SOURCE_PAUSED')
    const arrivalId = await claimArrival(tx, sourceId, externalId)
    if (!arrivalId) return { answer: await findAnswer(tx, sourceId, externalId), replayed: true }
    const { id, suspected, isDuplicate } = await storeEnquiry(tx, deps, {
      fields: {
        ...fields,
        // The lead type decides the price, so what the destination says goes before the default of the source.
        leadType: fields.leadType ?? countryOf(fields.destination) ?? source.lead_type,
        tripType: fields.tripType ?? source.trip_type,
      },
      sourceId,
      foundBy,
      consent: { ...consent, version: await findConsentVersion(tx, sourceId, consent.text) },
      message,
      extra,
    })
    const leadId = source.publish_at_once ? await publishEnquiry(tx, deps.jobs, id) : null
    const status = suspected ? 'suspected' : isDuplicate ? 'duplicate' : 'received'
    const answer: IntakeAnswer = leadId
      ? { enquiryId: id, status: 'published', leadId }
      : { enquiryId: id, status }
    await finishArrival(tx, arrivalId, answer)
    if (source.daily_limit !== null) await countOfDay(tx, sourceId, source.daily_limit)
    return { answer, replayed: false }
  })
}

async function findSource(tx: Transaction, id: string) {
  const source = await tx
    .selectFrom('sources')
    .select(['state', 'daily_limit', 'lead_type', 'trip_type', 'publish_at_once'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!source) throw new ApiFailure('SOURCE_NOT_FOUND')
  return source
}

/** Counts an enquiry against the limit of the day in India. Last, because parallel enquiries of the source wait for it. */
async function countOfDay(tx: Transaction, sourceId: string, max: number): Promise<void> {
  const { rows } = await sql<{ today: string; seconds_left: number }>`
    select today_in_india()::text as today,
      ceil(extract(epoch from day_start_in_india(today_in_india() + 1) - now()))::integer as seconds_left`.execute(
    tx,
  )
  const { today, seconds_left: windowSeconds } = rows[0] ?? { today: '', seconds_left: 1 }
  const key = `enquiries of source ${sourceId} on ${today}`
  const { isAllowed } = await countHit(tx, { key, max, windowSeconds })
  if (!isAllowed) throw new ApiFailure('SOURCE_LIMIT_REACHED', { retryAfterSeconds: windowSeconds })
}

/** The version of a consent text: of the quote form, of the source, or 'given' for any other text. */
async function findConsentVersion(
  tx: Transaction,
  sourceId: string,
  text: string,
): Promise<string> {
  if (text === enquiryConsent.text) return enquiryConsent.version
  const known = await tx
    .selectFrom('source_consents')
    .select('version')
    .where('source_id', '=', sourceId)
    .where('text', '=', text)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return known ? `source-${known.version}` : 'given'
}
