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
 * What the filters find, as rows of (source, id, created_at). Merged from the runs in order of time, it is read no
 * further than is asked for.
 * @param bound an additional condition
 */
export function foundSql(filters: TransactionFilters, bound?: Bound): Part {
  const chosen = runs.filter(
    ({ method, status }) =>
      (!filters.method || filters.method === method) &&
      (!filters.status || filters.status === status),
  )
  if (chosen.length === 0) {
    return sql`select null::text as source, null::uuid as id, null::timestamptz as created_at where false`
  }
  return sql.join(
    chosen.map((run) => runSql(run, filters, bound)),
    sql` union all `,
  )
}

function runSql({ source, method, status }: Run, filters: TransactionFilters, bound?: Bound): Part {
  const createdAt = sql`t.created_at`
  const conditions = [
    source === 'entry' ? sql`t.method = ${method}` : sql`t.status = ${status}`,
    filters.startDate && sql`t.created_at >= transaction_day_start(${filters.startDate}::date)`,
    filters.endDate && sql`t.created_at < transaction_day_start(${filters.endDate}::date + 1)`,
    filters.search && searchSql(source, filters.search),
    bound?.({ createdAt, id: sql`t.id` }),
  ]
  const table = source === 'entry' ? sql`journal_entries t` : sql`payments t`
  return sql`select ${sql.lit(source)} as source, t.id, t.created_at from ${table} where ${allOf(conditions)}`
}

/** An exact amount, or part of an id, of a TX-number or of the gateway's id. */
function searchSql(source: Run['source'], search: string): Part {
  const part = containing(search.toLowerCase())
  const amountPaise = amountIn(search)
  const alternatives = [
    sql`t.id::text like ${part}`,
    amountPaise !== null && sql`t.amount_paise = ${amountPaise}`,
    source === 'entry' && labelled(search) && sql`lower(transaction_label(t.number)) like ${part}`,
    source === 'payment' && sql`lower(t.gateway_payment_id) like ${part}`,
    // The agent's own statement calls an online payment by the number of its entry.
    source === 'payment' &&
      sql`exists (select from journal_entries e where e.id = t.entry_id
        and (e.id::text like ${part} or lower(transaction_label(e.number)) like ${part}))`,
  ]
  return sql`(${sql.join(alternatives.filter(Boolean) as Part[], sql` or `)})`
}

/** Whether a text can be in TX-000123 at all. */
function labelled(search: string): boolean {
  return /^[tx\-\d]+$/i.test(search)
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
