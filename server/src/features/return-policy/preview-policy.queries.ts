import { type PolicyTerms, previewDays } from '@raahi/contract/return-policy'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { toColumns } from './public/return-policy.queries.ts'

interface PreviewRow {
  first_requests: number
  too_late: number
  appeals: number
  appeals_too_late: number
  requests: number
  late: number
  late_rejected: number
  late_rejected_paise: number
  proved: number
  proved_rejected: number
  proved_rejected_paise: number
  answered: number
  answered_rejected: number
  answered_rejected_paise: number
  above_rate: number
  above_cap: number
}

/** Counts the requests and appeals of the last days, and those that the terms would have decided. */
export async function previewPolicy(db: Kysely<Schema>, terms: PolicyTerms): Promise<PreviewRow> {
  const { rows } = await sql<PreviewRow>`
    with ${judgeRequests(terms)}
    select count(*) filter (where not is_appeal) as first_requests,
      count(*) filter (where not is_appeal and is_too_late) as too_late,
      count(*) filter (where is_appeal) as appeals,
      count(*) filter (where is_appeal and is_too_late) as appeals_too_late,
      count(*) as requests,
      count(*) filter (where is_late) as late,
      count(*) filter (where is_approved_late and status = 'rejected') as late_rejected,
      coalesce(sum(wallet_paise) filter (where is_approved_late), 0)::bigint as late_rejected_paise,
      count(*) filter (where is_proved) as proved,
      count(*) filter (where is_proved and status = 'rejected') as proved_rejected,
      coalesce(sum(wallet_paise) filter (where is_proved), 0)::bigint as proved_rejected_paise,
      count(*) filter (where is_answered) as answered,
      count(*) filter (where is_answered and status = 'rejected') as answered_rejected,
      coalesce(sum(wallet_paise) filter (where is_answered), 0)::bigint as answered_rejected_paise,
      count(*) filter (where (has_check or answered_at is not null) and is_above and not is_too_late) as above_rate,
      count(*) filter (where is_evident and is_above_cap) as above_cap
    from refunded`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query of the preview returned no row')
  return row
}

/**
 * Applies terms to the requests and appeals of the last days. The stored results of a request's checks are used. For a
 * purchase without a policy none are stored, so its checks are made as of the time of the request. An answer of the traveller counts
 * if it came while the request was pending, and before the deadline if the terms approve late requests. Findings from
 * before the rejection of the first request do not prove its appeal. A late request counts only if the terms approve
 * late requests. Every request of the agent that the evidence proved in the 30 days before counts towards the cap of automatic
 * approvals. The amounts are those that `replacement_refund` would have paid to wallets at that time.
 */
function judgeRequests(terms: PolicyTerms) {
  return sql`
    terms as materialized (
      -- These terms as a row of the table.
      select jsonb_populate_record(null::return_policies, ${JSON.stringify(toColumns(terms))}::jsonb) as v
    ), requests as materialized (
      select r, p, s, r.status, due.at as due_at, coalesce(r.decided_at, now()) > due.at as is_late,
        r.created_at > coalesce(appealed.rejected_at, p.created_at) + make_interval(hours => 24 * (terms.v).report_days) as is_too_late,
        appealed.rejected_at is not null as is_appeal,
        -- CASE, because PostgreSQL runs only the query of the chosen branch.
        case when r.recent_purchases is not null
          then exists (select from replacement_checks c
            where c.request_id = r.id and check_approves(terms.v, c.check_code, c.found)
              and (appealed.rejected_at <= c.happened_at) is not false)
          else exists (select from find_return_evidence(p, r.created_at) e
            where check_approves(terms.v, e.check_code, e.found)
              and (appealed.rejected_at <= e.happened_at) is not false)
        end as has_check,
        (select greatest(r.created_at, q.answered_at) from traveller_questions q
          where q.lead_id = p.lead_id and answer_proves(q) and (terms.v).traveller_approves
            and q.answered_at <= coalesce(r.decided_at, now())
            and (appealed.rejected_at <= q.answered_at) is not false) as answered_at,
        case when r.recent_purchases is not null
          then is_above_return_rate(terms.v, r.recent_purchases, r.recent_returns)
          else (select is_above_return_rate(terms.v, rate.purchases, rate.returned)
            from return_rate(r.user_id, r.created_at) rate)
        end as is_above
      from replacement_requests r join purchases p on p.id = r.purchase_id
      left join subscriptions s on s.id = p.subscription_id
      cross join terms
      cross join lateral (
        select r.created_at + make_interval(hours => (terms.v).decide_hours) as at) due
      cross join lateral (
        select max(e.decided_at) as rejected_at from replacement_requests e
        where e.purchase_id = r.purchase_id and e.created_at < r.created_at) appealed
      where r.created_at >= now() - make_interval(days => ${previewDays}::integer)
    ), evident as (
      select *, not is_above and not is_too_late and (has_check
          or answered_at is not null and (answered_at <= due_at or not ${terms.approvesLate}::boolean)) as is_evident
      from requests
    ), counted as (
      select *, count(*) filter (where is_evident) over (
          partition by (r).user_id order by (r).created_at range between interval '30 days' preceding and current row
          exclude group) >= (terms.v).max_automatic as is_above_cap
      from evident cross join terms
    ), proved as (
      select *, is_evident and has_check and not is_above_cap as is_proved,
        is_evident and not has_check and not is_above_cap as is_answered
      from counted
    ), judged as (
      select *, is_late and not is_proved and not is_answered and not is_too_late
          and ${terms.approvesLate}::boolean as is_approved_late
      from proved
    ), refunded as materialized (
      select *, case when status = 'rejected' and (is_proved or is_answered or is_approved_late) then (
          select f.refund_paise from replacement_refund(p, s, r,
            case when is_proved then (r).created_at when is_answered then answered_at else due_at end) f
          where f.returned = 'wallet') end as wallet_paise
      from judged
    )`
}
