import { paiseFromRupees } from '@raahi/contract/money'
import type {
  TransactionFilters,
  TransactionMethod,
  TransactionStatus,
} from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../database/containing.ts'

/** A part of a query. */
export type Part = RawBuilder<unknown>

interface Run {
  source: 'entry' | 'payment'
  method: TransactionMethod
  status: TransactionStatus
}

/**
 * Every transaction stands in exactly one of these runs, and each run in order of time in an index. An Online
 * transaction is its payment, not the entry that a captured one has made.
 */
const runs: readonly Run[] = [
  { source: 'entry', method: 'lead_wallet', status: 'captured' },
  { source: 'entry', method: 'wallet_refund', status: 'lead_refund' },
  { source: 'entry', method: 'cash', status: 'captured' },
  { source: 'entry', method: 'recharge_by_admin', status: 'captured' },
  { source: 'payment', method: 'Online', status: 'captured' },
  { source: 'payment', method: 'Online', status: 'failed' },
]

/** Rows that a batch of an export, or a deep page, goes on from. */
export type Bound = (row: { createdAt: Part; id: Part }) => Part

/**
 * What the filters find, as rows of (source, id, created_at), for an outer query that sorts newest first and stops:
 * each run is read in order and no further than is asked for, because with its own ORDER BY the planner merges the
 * runs instead of sorting all they hold.
 * @param bound an additional condition
 */
export function newestFoundSql(filters: TransactionFilters, bound?: Bound): Part {
  if (filters.search) return searchedSql(filters, filters.search, bound)
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
  return allOf([
    source === 'entry' ? sql`t.method = ${method}` : sql`t.status = ${status}`,
    filters.startDate && sql`t.created_at >= transaction_day_start(${filters.startDate}::date)`,
    filters.endDate && sql`t.created_at < transaction_day_start(${filters.endDate}::date + 1)`,
    bound?.({ createdAt: sql`t.created_at`, id: sql`t.id` }),
  ])
}

/** The same for a search text, in no order: an exact amount, or part of any name that a transaction goes by. */
function searchedSql(filters: TransactionFilters, search: string, bound?: Bound): Part {
  const part = containing(search.toLowerCase())
  const amountPaise = amountIn(search)
  const isFound =
    amountPaise === null
      ? sql`names like ${part}`
      : sql`(names like ${part} or amount_paise = ${amountPaise})`
  // UNION, because a payment that has just been captured stands in both.
  const matches = sql`
    select id, source from transaction_search where ${isFound}
    union
    select id, source from transaction_texts
    where id = any (array(select unnest(ids) from transaction_changes)) and ${isFound}`
  const found = unionSql(filters, (run) => {
    const conditions = conditionsOf(run, filters, bound)
    return sql`select m.source, t.id, t.created_at from matches m
      join ${tables[run.source]} t on t.id = m.id where m.source = ${run.source} and ${conditions}`
  })
  return sql`with matches as materialized (${matches}) ${found}`
}

/** ₹1,00,000.50 as people write it, in paise; null where the text is no amount. */
export function amountIn(search: string): number | null {
  const bare = search.replace(/^₹\s*/, '').replaceAll(',', '')
  return /^\d{1,12}(\.\d{1,2})?$/.test(bare) ? paiseFromRupees(Number(bare)) : null
}

/** Conditions on the columns of the kept figures: `method`, `status` and, where there is one, `day`. */
export function keptConditions(filters: TransactionFilters): Part {
  const { method, status, startDate, endDate } = filters
  return allOf([
    method && sql`method = ${method}`,
    status && sql`status = ${status}`,
    startDate && sql`day >= ${startDate}::date`,
    endDate && sql`day <= ${endDate}::date`,
  ])
}

function allOf(conditions: readonly (Part | '' | undefined)[]): Part {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '')
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}
