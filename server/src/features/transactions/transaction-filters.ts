import { paiseFromRupees } from '@raahi/contract/money'
import type {
  TransactionFilters,
  TransactionMethod,
  TransactionStatus,
} from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import { inDays } from '../../platform/database/in-days.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import { parseLeadLabel } from '../leads/public/lead-response.ts'

/** A part of a query. */
export type Part = RawBuilder<unknown>

interface Run {
  source: 'entry' | 'payment'
  method: TransactionMethod
  status: TransactionStatus
}

/**
 * Every transaction is in exactly one of these runs, and an index holds each run in order of time. An Online
 * transaction is its payment, not the entry of a captured payment.
 */
const runs: readonly Run[] = [
  { source: 'entry', method: 'lead_wallet', status: 'captured' },
  { source: 'entry', method: 'plan_wallet', status: 'captured' },
  { source: 'entry', method: 'wallet_refund', status: 'lead_refund' },
  { source: 'entry', method: 'cash', status: 'captured' },
  { source: 'entry', method: 'recharge_by_admin', status: 'captured' },
  { source: 'entry', method: 'recharge_correction', status: 'captured' },
  { source: 'entry', method: 'top_up_refund', status: 'captured' },
  { source: 'entry', method: 'plan_refund', status: 'captured' },
  { source: 'payment', method: 'Online', status: 'captured' },
  { source: 'payment', method: 'Online', status: 'failed' },
  { source: 'payment', method: 'Online', status: 'lead_refund' },
]

/** The row after which an export batch continues. */
export type Bound = (row: { createdAt: Part; id: Part }) => Part

/**
 * The filtered transactions as rows of (source, id, created_at), for an outer query that sorts newest first with a
 * limit. Each run is read in order and only as far as needed: with an ORDER BY per run, the planner merges the runs
 * instead of sorting all their rows.
 * @param bound an additional condition
 */
export function newestFoundSql(filters: TransactionFilters, bound?: Bound): Part {
  if (filters.search || filters.refund) {
    return sql`select source, id, created_at from (${foundSql(filters, bound)}) rows`
  }
  return unionSql(filters, (run) => {
    const conditions = conditionsOf(run, filters, bound)
    return sql`(select ${sql.lit(run.source)} as source, t.id, t.created_at from ${tables[run.source]} t
      where ${conditions} order by t.created_at desc, t.id desc)`
  })
}

const tables = { entry: sql.table('journal_entries'), payment: sql.table('payments') }

function unionSql(filters: TransactionFilters, part: (run: Run) => Part): Part {
  const chosen = runs.filter(
    ({ method, status }) =>
      (!filters.method || filters.method === method) &&
      (!filters.status || filters.status === status),
  )
  if (chosen.length === 0) {
    return sql`select null::text as source, null::uuid as id, null::timestamptz as created_at where false`
  }
  return sql.join(chosen.map(part), sql` union all `)
}

function conditionsOf({ source, method, status }: Run, filters: TransactionFilters, bound?: Bound) {
  return joinConditions([
    source === 'entry' ? sql`t.method = ${method}` : sql`t.status = ${status}`,
    ...timeConditions(filters, bound),
  ])
}

function timeConditions(filters: TransactionFilters, bound?: Bound) {
  return [
    inDays(sql`t.created_at`, filters),
    bound?.({ createdAt: sql`t.created_at`, id: sql`t.id` }),
  ]
}

/** The filtered transactions as unordered rows of the view `transaction_rows`. */
export function foundSql(filters: TransactionFilters, bound?: Bound): Part {
  const conditions = joinConditions([
    filters.search && nameCondition(filters.search),
    filters.method && sql`t.method = ${filters.method}`,
    filters.status && sql`t.status = ${filters.status}`,
    filters.refund &&
      sql`t.id = any (array(select payment_id from refunds where status = ${filters.refund}))`,
    ...timeConditions(filters, bound),
  ])
  return sql`select t.* from transaction_rows t where ${conditions}`
}

function nameCondition(search: string): Part {
  const amountPaise = amountIn(search)
  const leadNumber = parseLeadLabel(search)
  const conditions = [
    sql`t.names like ${likePattern(search.toLowerCase())}`,
    sql`t.user_id in (${agentsFound(search)})`,
    ...(amountPaise === null ? [] : [sql`t.amount_paise = ${amountPaise}`]),
    ...(leadNumber === undefined ? [] : [sql`t.id in (${moneyOfLead(leadNumber)})`]),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** The ids of the agents whose name, email or phone contains the text. */
export function agentsFound(search: string): Part {
  const part = likePattern(search.toLowerCase())
  const byPhone = phoneCondition(sql`phone`, search)
  return sql`select id from users where search_name like ${part} or search_email like ${part}
    ${byPhone ? sql`or ${byPhone}` : sql``}`
}

/** The ids of the transactions that paid a lead, itself or by a plan, and that gave money back for it. */
function moneyOfLead(number: number): Part {
  return sql`
    select coalesce(p.id, e.entry_id) from (
      select coalesce(b.entry_id, s.entry_id) as entry_id from leads l join purchases b on b.lead_id = l.id
        left join subscriptions s on s.id = b.subscription_id where l.number = ${number}
      union all select entry_id from replacement_requests where lead_number = ${number}
    ) e left join payments p on p.entry_id = e.entry_id where e.entry_id is not null`
}

/** Parses an amount such as ₹1,00,000.50 to paise; null if the text is not an amount. */
export function amountIn(search: string): number | null {
  const bare = search.replace(/^₹\s*/, '').replaceAll(',', '')
  return /^\d{1,12}(\.\d{1,2})?$/.test(bare) ? paiseFromRupees(Number(bare)) : null
}
