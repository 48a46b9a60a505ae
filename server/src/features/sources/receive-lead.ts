import type { EnquirySource } from '@raahi/contract/enquiries'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import type { IntakeAnswer, IntakeLead } from '@raahi/contract/intake'
import type { LeadType, TripType } from '@raahi/contract/leads'
import { countryOf } from '@raahi/contract/places'
import type { SourceState } from '@raahi/contract/source-labels'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { countHit } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { type NewEnquiry, storeEnquiry } from '../enquiries/public/store-enquiry.ts'
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
 * @param mayPublish false: it does not become a lead at once, whatever its source says
 * @throws ApiFailure SOURCE_NOT_FOUND; SOURCE_PAUSED; SOURCE_LIMIT_REACHED
 */
export async function receiveLead(
  deps: IntakeDeps,
  {
    sourceId,
    foundBy,
    mayPublish = true,
  }: { sourceId: string; foundBy: EnquirySource; mayPublish?: boolean },
  { externalId, consent, message, extra, ...fields }: IntakeLead,
): Promise<{ answer: IntakeAnswer; replayed: boolean }> {
  return withTransaction(deps.database, async (tx) => {
    const source = await findSource(tx, sourceId, consent.text)
    const arrivalId = await claimArrival(tx, sourceId, externalId)
    if (!arrivalId) return { answer: await findAnswer(tx, sourceId, externalId), replayed: true }
    const { answer } = await storeArrival(tx, deps, {
      source: { ...source, publish_at_once: source.publish_at_once && mayPublish },
      arrivalId,
      enquiry: { fields, sourceId, foundBy, consent, message, extra, isAnswerUniform: false },
    })
    return { answer, replayed: false }
  })
}

/**
 * Stores the enquiry of a claimed arrival with the defaults of its source.
 * @throws ApiFailure SOURCE_LIMIT_REACHED
 */
export async function storeArrival(
  tx: Transaction,
  deps: IntakeDeps,
  {
    source,
    arrivalId,
    enquiry,
  }: {
    source: SourceRow
    arrivalId: string
    enquiry: Omit<NewEnquiry, 'consent'> & { consent: Omit<NewEnquiry['consent'], 'version'> }
  },
): Promise<{ answer: IntakeAnswer; reference: string; token: string }> {
  requireRoom(source)
  const { fields, consent } = enquiry
  const { id, reference, token, suspected, isDuplicate } = await storeEnquiry(tx, deps, {
    ...enquiry,
    fields: {
      ...fields,
      // The lead type decides the price, so what the destination says goes before the default of the source.
      leadType: fields.leadType ?? countryOf(fields.destination) ?? source.lead_type,
      tripType: fields.tripType ?? source.trip_type,
    },
    consent: { ...consent, version: consentVersionOf(consent.text, source) },
  })
  const leadId = source.publish_at_once ? await publishEnquiry(tx, deps.jobs, id) : null
  const status = suspected ? 'suspected' : isDuplicate ? 'duplicate' : 'received'
  const answer: IntakeAnswer = leadId
    ? { enquiryId: id, status: 'published', leadId }
    : { enquiryId: id, status }
  await finishArrival(tx, arrivalId, answer)
  await countOfDay(tx, source)
  return { answer, reference, token }
}

/**
 * Read before the work, so that a source over its limit causes none. `countOfDay` decides.
 * @throws ApiFailure SOURCE_LIMIT_REACHED
 */
export function requireRoom(source: SourceRow): void {
  if (source.daily_limit !== null && source.counted >= source.daily_limit) {
    throw limitReached(source)
  }
}

interface SourceRow {
  state: SourceState
  daily_limit: number | null
  lead_type: LeadType | null
  trip_type: TripType | null
  publish_at_once: boolean
  /** Of the consent text; null: the source does not have this text. */
  consent_version: number | null
  /** Key of the count of the day in India, what it has counted, and when the day ends. */
  day_key: string
  counted: number
  seconds_left: number
}

/**
 * A source that takes enquiries. One statement, because a batch reads it for each of its enquiries.
 * @throws ApiFailure SOURCE_NOT_FOUND; SOURCE_PAUSED
 */
export async function findSource(
  db: Kysely<Schema>,
  id: string,
  consentText: string,
): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    select s.state, s.daily_limit, s.lead_type, s.trip_type, s.publish_at_once, day.key as day_key, day.seconds_left,
      (select max(version) from source_consents where source_id = s.id and text = ${consentText}) as consent_version,
      coalesce((select count from rate_limits where key = day.key and resets_at > now()), 0) as counted
    from sources s, lateral (select format('enquiries of source %s on %s', s.id, today_in_india()) as key,
      ceil(extract(epoch from day_start_in_india(today_in_india() + 1) - now()))::integer as seconds_left) as day
    where s.id = ${id}`.execute(db)
  const [source] = rows
  if (!source) throw new ApiFailure('SOURCE_NOT_FOUND')
  if (source.state === 'paused') throw new ApiFailure('SOURCE_PAUSED')
  return source
}

/** Counts an enquiry against the limit of the day. Last, because parallel enquiries of the source wait for it. */
async function countOfDay(tx: Transaction, source: SourceRow): Promise<void> {
  const { daily_limit: max, day_key: key, seconds_left: windowSeconds } = source
  if (max === null) return
  const { isAllowed } = await countHit(tx, { key, max, windowSeconds })
  if (!isAllowed) throw limitReached(source)
}

function limitReached({ seconds_left: retryAfterSeconds }: SourceRow): ApiFailure {
  return new ApiFailure('SOURCE_LIMIT_REACHED', { retryAfterSeconds })
}

/** The version of a consent text: of the quote form, of the source, or 'given' for any other text. */
function consentVersionOf(text: string, { consent_version: known }: SourceRow): string {
  if (text === enquiryConsent.text) return enquiryConsent.version
  return known === null ? 'given' : `source-${known}`
}
