import type { TransactionFilters } from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import {
  buyersSql,
  isSearch,
  type Part,
  searchedSql,
  storedFigureConditions,
} from './transaction-filters.ts'

export interface SummaryRow {
  total: number
  /** The revenue of leads and plans, and the number of sales. */
  sold_paise: number
  sales: number
  earned_paise: number
  earned_this_month_paise: number
  gateway_captured: number
  gateway_failed: number
  customers: number
}

/** The figures of the filtered transactions, in one snapshot. */
export async function findTransactionSummary(
  database: Database,
  filters: TransactionFilters,
): Promise<SummaryRow> {
  const query = isSearch(filters) ? searchedSummarySql(filters) : keptSql(filters)
  const { rows } = await query.execute(database.kysely)
  const [figures] = rows
  if (!figures) throw new Error('the summary query returned no row')
  return figures
}

const thisMonth = sql`date_trunc('month', transaction_day(now()))::date`

/** Sums over rows of (day, method, status, n, earned_paise). */
const figures = sql`
  coalesce(sum(n), 0)::bigint as total,
  coalesce(sum(earned_paise) filter (where method <> 'wallet_refund'), 0)::bigint as sold_paise,
  coalesce(sum(earned_paise), 0)::bigint as earned_paise,
  coalesce(sum(earned_paise) filter (where day >= ${thisMonth}
    and day < ${thisMonth} + interval '1 month'), 0)::bigint as earned_this_month_paise,
  -- A payment that was refunded later was captured before.
  coalesce(sum(n) filter (where method = 'Online' and status <> 'failed'), 0)::bigint
    as gateway_captured,
  coalesce(sum(n) filter (where method = 'Online' and status = 'failed'), 0)::bigint
    as gateway_failed`

function keptSql(filters: TransactionFilters): RawBuilder<SummaryRow> {
  const kept = storedFigureConditions(filters)
  return sql<SummaryRow>`
    select ${figures}, (${customersSql(filters)}) as customers,
      coalesce(sum(n) filter (where method in ('lead_wallet', 'cash')), 0)::bigint
        + (${onlineSalesSql(filters)}) as sales
    from (
      select day, method, status, n, earned_paise from transaction_day_totals where ${kept}
      union all select day, method, status, n, earned_paise from transaction_changes where ${kept}
    ) parts`
}

/**
 * Counts the plans that were paid online. The stored figures do not separate them from top-ups, so an index counts
 * them.
 */
function onlineSalesSql({ method, status, startDate, endDate }: TransactionFilters): Part {
  if ((method && method !== 'Online') || (status && status !== 'captured')) return sql`0`
  return sql`
    select count(*) from payments p where p.status = 'captured' and p.plan_name is not null
      ${startDate ? sql`and p.created_at >= transaction_day_start(${startDate}::date)` : sql``}
      ${endDate ? sql`and p.created_at < transaction_day_start(${endDate}::date + 1)` : sql``}`
}

/** The ways to buy, with the column of `customers` that holds the last day of each. */
const waysToBuy = { lead_wallet: 'lead_wallet', cash: 'cash', Online: 'online' } as const

/**
 * Counts the different users who bought something. If the range has not ended, a user whose last purchase is on its
 * first day or later bought in the range, which needs one row per customer. A past range must be read.
 */
function customersSql(filters: TransactionFilters): Part {
  const { method, status, startDate, endDate } = filters
  const ways = Object.entries(waysToBuy).filter(([way]) => !method || method === way)
  if (ways.length === 0 || (status && status !== 'captured')) return sql`select 0`
  const lastDay = sql`greatest(${sql.join(ways.map(([, column]) => sql.ref(`c.${column}`)))})`
  const bought = startDate ? sql`${lastDay} >= ${startDate}::date` : sql`${lastDay} is not null`
  const open = sql`
    (select count(*) from customers c where ${bought}) + (
      select count(distinct buyer_id) from transaction_changes ch
      where buyer_id is not null and ${storedFigureConditions(filters)} and not exists (
        select from customers c where c.user_id = ch.buyer_id and ${bought})
    )`
  if (!endDate) return sql`select ${open}`
  return sql`
    select case when ${endDate}::date >= (
        select max(day) from (
          select max(day) as day from transaction_day_totals
          union all select max(day) from transaction_changes
        ) days
      ) then ${open}
      else (select count(distinct user_id) from (${buyersSql(filters)}) buyers) end`
}

/** A search has no stored figures, so its rows are summed. */
function searchedSummarySql(filters: TransactionFilters): RawBuilder<SummaryRow> {
  return sql<SummaryRow>`
    select ${figures}, count(distinct user_id) filter (where is_sale) as customers,
      count(*) filter (where is_sale) as sales
    from (
      select transaction_day(created_at) as day, 1 as n, * from (${searchedSql(filters)}) found
    ) rows`
}
