import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { recordRefusal, recordTest } from './arrivals.queries.ts'
import { mapAnswers } from './map-answers.ts'
import { type MetaLead, MetaLeadGone, MetaRefused } from './meta-client.ts'
import {
  deleteReport,
  findReport,
  markFailed,
  queueLaterFetch,
  type ReportedLead,
} from './meta-leads.queries.ts'
import type { Meta } from './open-meta.ts'
import { givenIds, readAnswers, submitTime } from './read-answers.ts'
import { findSource, type IntakeDeps, receiveLead, requireRoom } from './receive-lead.ts'
import { findConsents } from './sources.queries.ts'

const fetchedAtOnce = 4

interface FetchDeps extends IntakeDeps {
  jobs: JobQueue
  meta: Meta | undefined
  log: Log
}

/** Fetches the leads that Meta has reported. */
export function handleMetaLeads(deps: FetchDeps): void {
  deps.jobs.handle<{ leadgenId: string }>(
    'meta-lead',
    ({ data, isLastTry }) => fetchMetaLead(deps, data.leadgenId, isLastTry),
    { atOnce: fetchedAtOnce },
  )
}

/**
 * Fetches a lead and stores its enquiry. The report is removed last, and the arrival has the id of the lead, so that neither
 * a death in between nor a second attempt stores it twice. A lead that is refused stays, and an admin can fetch it again.
 * @throws MetaRefused or MetaUnavailable, so that the job is repeated
 */
async function fetchMetaLead(
  deps: FetchDeps,
  leadgenId: string,
  isLastTry: boolean,
): Promise<void> {
  const { database, jobs, meta, log } = deps
  const { kysely } = database
  const report = await findReport(kysely, leadgenId)
  if (!report?.source_id) return
  const sourceId = report.source_id
  const refuse = async (refusal: ApiFailure) => {
    await markFailed(kysely, leadgenId, refusal.code)
    await recordRefusal(database, sourceId, refusal, ['name', 'phone'])
  }
  try {
    if (!meta) throw new MetaRefused('META_PAGE_TOKEN is not set')
    // A contact that cannot be stored now is not downloaded.
    requireRoom(await findSource(kysely, sourceId, ''))
    await storeLead(deps, { ...report, sourceId }, await meta.fetchLead(leadgenId))
    await deleteReport(kysely, leadgenId)
  } catch (error) {
    if (error instanceof MetaLeadGone) return refuse(new ApiFailure('META_LEAD_GONE'))
    if (error instanceof ApiFailure) {
      if (error.code !== 'SOURCE_LIMIT_REACHED') return refuse(error)
      await recordRefusal(database, sourceId, error, [])
      return queueLaterFetch(kysely, jobs, leadgenId, error.retryAfterSeconds ?? 0)
    }
    log.warn({ lead: leadgenId, err: error }, 'a lead of Meta could not be fetched')
    if (isLastTry) await refuse(new ApiFailure('META_LEAD_NOT_FETCHED'))
    throw error
  }
}

/** The answers of a lead that Meta's testing tool makes. */
const isDummy = (value: string) => value.startsWith('<test lead: dummy data for')

/**
 * The form shows the consent text of the source, and cannot be sent without it. The traveller agreed to the latest version
 * of that moment. Before the first version the form may have shown another text, so an admin decides about the enquiry. A
 * test is only shown on the page of the source.
 */
async function storeLead(
  deps: FetchDeps,
  { sourceId, leadgen_id, form_id, ad_id, adgroup_id }: ReportedLead & { sourceId: string },
  { field_data, created_time }: MetaLead,
): Promise<void> {
  const { database } = deps
  const sent = field_data.map(({ name, values }) => ({
    id: name,
    question: '',
    value: (values ?? []).join(', '),
  }))
  if (sent.some(({ value }) => isDummy(value))) return recordTest(database.kysely, sourceId)
  const at = submitTime(created_time)
  const consents = await findConsents(database.kysely, sourceId)
  const shown = consents.find((consent) => consent.created_at <= new Date(at))
  const consent = shown ?? consents.at(-1)
  if (!consent) throw new Error('a source of Meta has no consent text')
  const answers = await readAnswers(database, sourceId, sent)
  const mapped = mapAnswers(answers, {
    externalId: leadgen_id,
    consent: { text: consent.text, at },
  })
  const extra = { ...mapped.extra, ...givenIds({ form_id, ad_id, adgroup_id }) }
  const arrival = { sourceId, foundBy: 'Advertisement', mayPublish: shown !== undefined } as const
  await receiveLead(deps, arrival, { ...mapped, extra })
}
