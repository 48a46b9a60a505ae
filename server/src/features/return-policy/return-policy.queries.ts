import { type PolicyTerms, previewDays, type ReturnPolicy } from '@raahi/contract/return-policy'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

interface PolicyRow {
  version: number
  starts_at: Date
  report_days: number
  decide_hours: number
  approves_late: boolean
  created_by: string | null
  created_by_name: string | null
}

/** The latest versions, newest first. */
export async function findPolicies(db: Kysely<Schema>, limit: number): Promise<ReturnPolicy[]> {
  const { rows } = await sql<PolicyRow>`
    select p.*, u.name as created_by_name from return_policies p left join users u on u.id = p.created_by
    order by p.version desc limit ${limit}`.execute(db)
  return rows.map(toPolicy)
}

/** The policy in force. */
export async function findPolicy(db: Kysely<Schema>): Promise<ReturnPolicy> {
  const [policy] = await findPolicies(db, 1)
  if (!policy) throw new Error('the first return policy is missing')
  return policy
}

function toPolicy(row: PolicyRow): ReturnPolicy {
  const { created_by: id, created_by_name: name } = row
  return {
    version: row.version,
    startsAt: row.starts_at.toISOString(),
    reportDays: row.report_days,
    decideHours: row.decide_hours,
    approvesLate: row.approves_late,
    by: id === null || name === null ? null : { _id: id, name },
  }
}

interface PreviewRow {
  first_requests: number
  too_late: number
  requests: number
  late: number
  late_rejected: number
  late_rejected_paise: number
}

/**
 * Applies terms to the requests of the last days. A late request counts only if the terms approve late requests. The
 * amount is what `replacement_refund` would have paid back to wallets at the deadline.
 */
export async function previewPolicy(
  db: Kysely<Schema>,
  { reportDays, decideHours, approvesLate }: PolicyTerms,
): Promise<PreviewRow> {
  const { rows } = await sql<PreviewRow>`
    with asked as (
      select r.status, coalesce(r.decided_at, now()) > due.at as is_late,
        r.created_at > p.created_at + make_interval(hours => 24 * ${reportDays}::integer) as is_too_late,
        not exists (select from replacement_requests earlier
          where earlier.purchase_id = r.purchase_id and earlier.created_at < r.created_at) as is_first,
        refund.returned, refund.refund_paise
      from replacement_requests r join purchases p on p.id = r.purchase_id
      left join subscriptions s on s.id = p.subscription_id
      cross join lateral (
        select r.created_at + make_interval(hours => ${decideHours}::integer) as at) due
      left join lateral replacement_refund(p, s, r, due.at) refund on r.status = 'rejected'
      where r.created_at >= now() - make_interval(days => ${previewDays}::integer)
    ), judged as (
      select *, is_late and ${approvesLate}::boolean and not (is_first and is_too_late) as is_approved_late from asked
    )
    select count(*) filter (where is_first) as first_requests,
      count(*) filter (where is_first and is_too_late) as too_late,
      count(*) as requests,
      count(*) filter (where is_late) as late,
      count(*) filter (where is_approved_late and status = 'rejected') as late_rejected,
      coalesce(sum(refund_paise) filter (where is_approved_late and status = 'rejected'
        and returned = 'wallet'), 0)::bigint as late_rejected_paise
    from judged`.execute(db)
  const [row] = rows
  if (!row) throw new Error('counts have one row')
  return row
}
