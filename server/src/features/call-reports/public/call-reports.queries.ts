import {
  type CallAnswer,
  type CallReport,
  callReportAfterHours,
} from '@raahi/contract/call-reports'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** The columns of a call report; all null for a record without a report. */
export interface CallReportRow {
  call_status: CallReport['status'] | null
  call_reported_at: Date | null
  call_answer: CallAnswer | null
  call_answered_at: Date | null
  call_times: number | null
}

/** The columns of `CallReportRow`, for table alias `c`. */
export const callReportColumns = [
  'c.status as call_status',
  'c.reported_at as call_reported_at',
  'c.answer as call_answer',
  'c.answered_at as call_answered_at',
  'c.times as call_times',
] as const
export const callReportColumnsSql: RawBuilder<unknown> = sql.raw(callReportColumns.join(', '))

export function toCallReport(row: CallReportRow): CallReport | null {
  if (row.call_status === null || row.call_reported_at === null) return null
  return {
    status: row.call_status,
    reportedAt: row.call_reported_at.toISOString(),
    answer: row.call_answer,
    answeredAt: row.call_answered_at?.toISOString() ?? null,
    times: row.call_times ?? 1,
  }
}

/**
 * Whether a report on purchase `p` and enquiry `e` still concerns the buyer. After a withdrawal or an erasure the agent
 * must not call; after an approved replacement request the agent need not call.
 */
export const isReportOpenSql: RawBuilder<boolean> = sql<boolean>`(
  p.replacement_status <> 'approved' and e.status = 'converted' and e.erased_at is null)`

/** The reports that wait for the answer of the buyer. */
export const openCallReportsSql: RawBuilder<unknown> = sql`
  call_reports c join purchases p on p.id = c.purchase_id join enquiries e on e.id = c.enquiry_id
  where c.status = 'open' and ${isReportOpenSql}`

/**
 * From when a traveller can report on purchase `p` with report `c`: a day after the purchase, and again on the day after the
 * agent promised to call. Null while the report is open, and after the answer that the traveller did not pick up.
 */
export const reportableFromSql: RawBuilder<Date | null> = sql<Date | null>`case
  when c.purchase_id is null then p.created_at + make_interval(hours => ${callReportAfterHours}::integer)
  when c.answer = 'will-call-today' then day_start_in_india(day_in_india(c.answered_at) + 1) end`

/**
 * Finds the time from which the traveller can report that no agent has called; null if it was reported or cannot be
 * reported.
 */
export async function findReportableFrom(
  db: Kysely<Schema>,
  enquiryId: string,
): Promise<Date | null> {
  const { rows } = await sql<{ reportable_from: Date | null }>`
    select ${reportableFromSql} as reportable_from
    from lead_origins o join purchases p on p.lead_id = o.lead_id
    join enquiries e on e.id = o.enquiry_id left join call_reports c on c.purchase_id = p.id
    where e.id = ${enquiryId} and ${isReportOpenSql}`.execute(db)
  return rows[0]?.reportable_from ?? null
}
