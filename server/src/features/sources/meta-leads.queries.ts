import type { ErrorCode } from '@raahi/contract/errors'
import { maxUnassignedPages } from '@raahi/contract/meta-ads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

/** A lead that Meta has reported. */
export interface ReportedLead {
  leadgen_id: string
  page_id: string
  form_id: string
  ad_id: string | null
  adgroup_id: string | null
}

/** About 34 hours. After that an admin can fetch the leads again. */
const retries = { limit: 12, firstPauseSeconds: 30 }

/** Queues jobs that fetch these leads, from the commit or later. */
export async function queueFetches(
  tx: Transaction,
  jobs: Pick<JobQueue, 'sendAll'>,
  leadgenIds: readonly string[],
): Promise<void> {
  if (leadgenIds.length === 0) return
  const data = leadgenIds.map((leadgenId) => ({ leadgenId }))
  await jobs.sendAll(tx, { queue: 'meta-lead', data, retries })
}

/** Queues a job that fetches a lead later. */
export async function queueLaterFetch(
  db: Kysely<Schema>,
  jobs: Pick<JobQueue, 'send'>,
  leadgenId: string,
  startAfterSeconds: number,
): Promise<void> {
  await jobs.send(db, { queue: 'meta-lead', data: { leadgenId }, retries, startAfterSeconds })
}

/** Shared by reports, and held alone while a source gets a page: else a report of that moment would stay without a source. */
const pagesLock = sql`hashtextextended('pages of Meta', 0)`

/** Before `assignLeads`, and before any other lock. */
export async function lockPages(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${pagesLock})`.execute(tx)
}

/**
 * Stores leads that are new, each with the source of its form, or else of its page. The arrival of a lead that was fetched
 * remains, so that a repeated report does not fetch it again, also if another source has the page now.
 * @returns the ids of those to fetch
 */
export async function storeReports(
  tx: Transaction,
  leads: readonly ReportedLead[],
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock_shared(${pagesLock})`.execute(tx)
  const { rows } = await sql<{ leadgen_id: string; source_id: string | null }>`
    insert into meta_leads (leadgen_id, page_id, form_id, ad_id, adgroup_id, source_id)
    select l.*, s.id from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb)
        as l(leadgen_id text, page_id text, form_id text, ad_id text, adgroup_id text)
      left join lateral (
        select id from sources where meta_page_id = l.page_id and coalesce(meta_form_id, l.form_id) = l.form_id
        order by meta_form_id nulls last limit 1) s on true
    where not exists (select from sources m join source_arrivals a on a.source_id = m.id
      where m.kind = 'meta-ads' and a.external_hash = salted_hash(l.leadgen_id))
    order by l.leadgen_id -- Parallel reports lock in one order.
    on conflict do nothing returning leadgen_id, source_id`.execute(tx)
  return rows.filter(({ source_id }) => source_id !== null).map(({ leadgen_id }) => leadgen_id)
}

/** Gives a source the leads of its page and form that have none. @returns their ids */
export async function assignLeads(
  tx: Transaction,
  { id, pageId, formId }: { id: string; pageId: string; formId: string | null },
): Promise<string[]> {
  const assigned = await tx
    .updateTable('meta_leads')
    .set({ source_id: id })
    .where('source_id', 'is', null)
    .where('page_id', '=', pageId)
    .$if(formId !== null, (leads) => leads.where('form_id', '=', formId ?? ''))
    .returning('leadgen_id')
    .execute()
  return assigned.map(({ leadgen_id }) => leadgen_id)
}

export async function findReport(db: Kysely<Schema>, leadgenId: string) {
  return db
    .selectFrom('meta_leads')
    .selectAll()
    .where('leadgen_id', '=', leadgenId)
    .executeTakeFirst()
}

export async function deleteReport(db: Kysely<Schema>, leadgenId: string): Promise<void> {
  await db.deleteFrom('meta_leads').where('leadgen_id', '=', leadgenId).execute()
}

export async function markFailed(
  db: Kysely<Schema>,
  leadgenId: string,
  code: ErrorCode,
): Promise<void> {
  await db
    .updateTable('meta_leads')
    .set({ failed_code: code })
    .where('leadgen_id', '=', leadgenId)
    .execute()
}

/** The leads of a source that failed or have no job: that of a waiting one may have been deleted. */
export async function resetReports(tx: Transaction, sourceId: string): Promise<string[]> {
  const { rows } = await sql<{ leadgen_id: string }>`
    update meta_leads l set failed_code = null
    where source_id = ${sourceId} and (failed_code is not null or not exists (select from pgboss.job
      where name = 'meta-lead' and state < 'completed' and data ->> 'leadgenId' = l.leadgen_id))
    returning leadgen_id`.execute(tx)
  return rows.map(({ leadgen_id }) => leadgen_id)
}

export async function countReports(
  db: Kysely<Schema>,
  sourceId: string,
): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where failed_code is null) as waiting, count(failed_code) as failed
    from meta_leads where source_id = ${sourceId}`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}

/** Pages and forms without a source, the latest first. */
export async function findUnassigned(db: Kysely<Schema>) {
  const { rows } = await sql<{ page_id: string; form_id: string; leads: number; latest_at: Date }>`
    select page_id, form_id, count(*) as leads, max(created_at) as latest_at from meta_leads
    where source_id is null group by page_id, form_id
    order by latest_at desc, page_id, form_id limit ${maxUnassignedPages}`.execute(db)
  return rows
}
