import {
  failedPaymentDays,
  maxOpenWorkCounted,
  type OpenWorkKind,
  openWorkKinds,
  openWorkRights,
} from '@raahi/contract/dashboard'
import { mayOneOf } from '@raahi/contract/staff-rights'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { failedJobsSql } from '../../platform/jobs/failed-jobs.ts'
import { openCallReportsSql } from '../call-reports/public/call-reports.queries.ts'
import { openMessagesSql } from '../contact/public/contact.queries.ts'
import { openCorrectionsSql, openEnquiriesSql } from '../enquiries/public/enquiries.queries.ts'
import { decidableRequestsSql } from '../money-requests/public/ask-for-money.ts'
import { decidableCondition } from '../replacements/public/decidable-requests.queries.ts'
import { silentSourcesSql } from '../sources/public/silent-sources.queries.ts'

export interface OpenWorkRow {
  kind: OpenWorkKind
  count: number
  oldest_at: Date | null
}

type Rows = RawBuilder<unknown>

/**
 * Queries of the open work of each kind, in the order of the screen. Each returns rows of (at). A partial index
 * contains only these rows, or few more.
 */
const openWork: Record<OpenWorkKind, (adminId: string) => Rows> = {
  enquiries: () => sql`
    select created_at as at from ${openEnquiriesSql} and not suspected`,
  corrections: () => sql`
    select (select corrected_at from enquiries e where e.id = o.enquiry_id) as at from ${openCorrectionsSql}`,
  replacements: (adminId) => sql`
    select r.created_at as at from replacement_requests r where ${decidableCondition(adminId)}`,
  messages: () => sql`
    select created_at as at from ${openMessagesSql} and not suspected`,
  calls: () => sql`
    select c.reported_at as at from ${openCallReportsSql}`,
  kyc: () => sql`
    select kyc_submitted_at as at from users
    where kyc_status = 'submitted' and role = 'user'`,
  moneyRequests: (adminId) => sql`
    select r.asked_at as at from ${decidableRequestsSql(adminId)}`,
  failedPayments: () => sql`
    select created_at as at from payments
    where status = 'failed'
      and created_at >= day_start_in_india(today_in_india() - ${sql.lit(failedPaymentDays - 1)}::integer)`,
  pendingRefunds: () => sql`
    select created_at as at from refunds where status = 'pending'`,
  silentSources: () => silentSourcesSql,
  failedJobs: () => sql`
    select completed_on as at from ${failedJobsSql}`,
}

/** Counts the open work of each kind that this admin can do, up to a maximum, and finds the oldest item. */
export async function countOpenWork(database: Database, admin: Caller): Promise<OpenWorkRow[]> {
  const kinds = openWorkKinds.filter((kind) => mayOneOf(admin, openWorkRights[kind]))
  if (kinds.length === 0) return []
  const { rows } = await sql<OpenWorkRow>`${sql.join(
    kinds.map((kind) => countOldest(kind, openWork[kind](admin.userId))),
    sql` union all `,
  )}`.execute(database.kysely)
  return rows
}

function countOldest(kind: string, work: Rows): Rows {
  return sql`
    select ${kind}::text as kind, count(*) as count, min(at) as oldest_at
    from (select at from (${work}) work order by at limit ${maxOpenWorkCounted}) oldest`
}
