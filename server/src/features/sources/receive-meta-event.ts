import { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { parseWideJson } from '../../platform/http/body-parsers.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { queueFetches, type ReportedLead, storeReports } from './meta-leads.queries.ts'
import type { Meta } from './open-meta.ts'

/** Ids can have more than 53 bits: `parseWideJson` keeps their digits. */
const wideId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}$/))

/** Each part is parsed separately, so that a strange one does not lose the leads of the others. */
const event = z.object({ object: z.literal('page'), entry: z.array(z.unknown()) })
const entry = z.object({ changes: z.array(z.unknown()) })
const change = z.object({ field: z.string(), value: z.unknown() })

const report = z.object({
  leadgen_id: wideId,
  page_id: wideId,
  form_id: wideId,
  ad_id: wideId.nullish().catch(null),
  adgroup_id: wideId.nullish().catch(null),
})

export interface MetaEventDeps {
  database: Database
  jobs: Pick<JobQueue, 'sendAll'>
  meta: Meta | undefined
  log: Log
}

/**
 * Stores the leads that Meta reports, each once, and queues their fetches in the same transaction. Reports of other kinds
 * are ignored: sending them again would change nothing.
 * @param body the bytes that Meta has signed
 * @throws ApiFailure META_OFF; META_NOT_GENUINE
 */
export async function receiveMetaEvent(
  { database, jobs, meta, log }: MetaEventDeps,
  body: Buffer,
  signature: string,
): Promise<void> {
  if (!meta) throw new ApiFailure('META_OFF')
  if (!meta.isSigned(body, signature)) throw new ApiFailure('META_NOT_GENUINE')
  const { leads, unparsed } = readReports(body)
  if (unparsed > 0) log.warn({ parts: unparsed }, 'ignored parts of an event of Meta')
  if (leads.length === 0) return
  await withTransaction(database, async (tx) => {
    await queueFetches(tx, jobs, await storeReports(tx, leads))
  })
}

/** @returns the leads, and the number of the parts that cannot be parsed */
function readReports(body: Buffer): { leads: ReportedLead[]; unparsed: number } {
  let unparsed = 0
  const parse = <T>(schema: z.ZodType<T>, value: unknown): T[] => {
    const read = schema.safeParse(value)
    if (!read.success) unparsed += 1
    return read.success ? [read.data] : []
  }
  const leads = parse(event, readJson(body.toString('utf8')))
    .flatMap((read) => read.entry)
    .flatMap((value) => parse(entry, value))
    .flatMap(({ changes }) => changes)
    .flatMap((value) => parse(change, value))
    .filter(({ field }) => field === 'leadgen')
    .flatMap(({ value }) => parse(report, value))
    .map(({ ad_id = null, adgroup_id = null, ...ids }) => ({ ...ids, ad_id, adgroup_id }))
  return { leads, unparsed }
}

function readJson(text: string): unknown {
  try {
    return parseWideJson(text)
  } catch {
    return undefined
  }
}
