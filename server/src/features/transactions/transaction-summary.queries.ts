import type { TransactionFilters } from '@raahi/contract/transactions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { foundSql } from './transaction-filters.ts'

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

const thisMonth = sql`day_start_in_india(date_trunc('month', today_in_india())::date)`
const nextMonth = sql`day_start_in_india((date_trunc('month', today_in_india()) + interval '1 month')::date)`

/** The figures of the filtered transactions, in one snapshot. */
export async function findTransactionSummary(
  database: Database,
  filters: TransactionFilters,
): Promise<SummaryRow> {
  const { rows } = await sql<SummaryRow>`
    select count(*) as total,
      coalesce(sum(earned_paise) filter (where method not in ('wallet_refund', 'plan_refund')), 0)::bigint as sold_paise,
      count(*) filter (where is_sale) as sales,
      coalesce(sum(earned_paise), 0)::bigint as earned_paise,
      coalesce(sum(earned_paise) filter (where created_at >= ${thisMonth}
        and created_at < ${nextMonth}), 0)::bigint as earned_this_month_paise,
      -- A payment that was refunded later was captured before.
      count(*) filter (where method = 'Online' and status <> 'failed') as gateway_captured,
      count(*) filter (where method = 'Online' and status = 'failed') as gateway_failed,
      count(distinct user_id) filter (where is_sale) as customers
    from (${foundSql(filters)}) found`.execute(database.kysely)
  const [figures] = rows
  if (!figures) throw new Error('the summary query returned no row')
  return figures
}
