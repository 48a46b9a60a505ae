import { failedPaymentDays, maxOpenWorkCounted, type OpenWorkKind } from '@raahi/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { failedJobsSql } from '../../platform/jobs/failed-jobs.ts'
import { openMessagesSql } from '../contact/contact.queries.ts'
import { openEnquiriesSql } from '../enquiries/enquiries.queries.ts'

export interface OpenWorkRow {
  kind: OpenWorkKind
  count: number
  oldest_at: Date | null
  oldest_reference: string | null
}

type Rows = RawBuilder<unknown>

/**
 * The open work of each kind, in the order of the screen, as rows of (at, reference). A partial index contains only these
 * rows, or few more.
 */
const openWork: Record<OpenWorkKind, Rows> = {
  enquiries: sql`
    select created_at as at, null::text as reference from ${openEnquiriesSql} and not suspected`,
  replacements: sql`
    select created_at as at, null::text as reference from replacement_requests where status = 'pending'`,
  messages: sql`
    select created_at as at, null::text as reference from ${openMessagesSql} and not suspected`,
  kyc: sql`
    select kyc_submitted_at as at, null::text as reference from users
    where kyc_status = 'submitted' and role = 'user'`,
  failedPayments: sql`
    select created_at as at, null::text as reference from payments
    where status = 'failed'
      and created_at >= transaction_day_start(today_in_india() - ${sql.lit(failedPaymentDays - 1)}::integer)`,
  pendingRefunds: sql`
    select r.created_at as at, p.gateway_payment_id as reference
    from refunds r join payments p on p.id = r.payment_id where r.status = 'pending'`,
  failedJobs: sql`select failed_at as at, null::text as reference from (${failedJobsSql}) jobs`,
}

/** Counts the open work of each kind, up to a maximum, and finds the oldest item. */
export async function countOpenWork(database: Database): Promise<OpenWorkRow[]> {
  const { rows } = await sql<OpenWorkRow>`${sql.join(
    Object.entries(openWork).map(([kind, work]) => countOldest(kind, work)),
    sql` union all `,
  )}`.execute(database.kysely)
  return rows
}

function countOldest(kind: string, work: Rows): Rows {
  return sql`
    select ${kind}::text as kind, count(*) as count, min(at) as oldest_at,
      (array_agg(reference order by at))[1] as oldest_reference
    from (select at, reference from (${work}) work order by at limit ${maxOpenWorkCounted}) oldest`
}
