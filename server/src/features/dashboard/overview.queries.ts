import { overviewDays, unsoldAgesFromDays } from '@raahi/contract/dashboard'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { accounts } from '../../platform/ledger/accounts.ts'
import { isForSaleSql } from '../leads/public/leads.queries.ts'

export interface OverviewDay {
  day: string
  revenue_paise: number
  refunds_paise: number
  added: number
  added_and_sold: number
  sold: number
}

const firstDay = sql`(today_in_india() - ${sql.lit(overviewDays - 1)}::integer)`
const firstInstant = sql`day_start_in_india(${firstDay})`

/**
 * The figures of each day in India of the period, the oldest first, days without activity included. Revenue and refunds
 * equal the postings of the revenue accounts. Leads are counted with one index range per day, which is faster than
 * computing the day of each lead.
 */
export async function findOverviewDays(database: Database): Promise<OverviewDay[]> {
  const { rows } = await sql<OverviewDay>`
    with days as (
      select day, day_start_in_india(day) as starts_at, day_start_in_india(day + 1) as ends_at
      from (
        select ${firstDay} + n as day from generate_series(0, ${sql.lit(overviewDays - 1)}::integer) n
      ) numbers
    ), entries as (
      select day_in_india(created_at) as day, method, amount_paise from journal_entries
      where created_at >= ${firstInstant} and method in ('lead_wallet', 'plan_wallet', 'cash', 'wallet_refund', 'plan_refund')
      union all
      select day_in_india(e.created_at), e.method, p.amount_paise
      from journal_entries e join postings p on p.entry_id = e.id
      where e.method = 'Online' and e.created_at >= ${firstInstant} and p.account_id = ${accounts.planRevenue}
    ), money as (
      select day, sum(amount_paise) filter (where method not in ('wallet_refund', 'plan_refund')) as revenue_paise,
        sum(amount_paise) filter (where method in ('wallet_refund', 'plan_refund')) as refunds_paise
      from entries group by day
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(revenue_paise, 0)::bigint as revenue_paise,
      coalesce(refunds_paise, 0)::bigint as refunds_paise, added.n as added,
      added_and_sold.n as added_and_sold, sold.n as sold
    from days left join money using (day),
      lateral (
        select count(*) as n from leads
        where deleted_at is null and created_at >= starts_at and created_at < ends_at
      ) added,
      lateral (
        select count(*) as n from leads
        where deleted_at is null and status = 'sold' and created_at >= starts_at and created_at < ends_at
      ) added_and_sold,
      lateral (
        select count(*) as n from leads
        where deleted_at is null and status = 'sold' and sold_at >= starts_at and sold_at < ends_at
      ) sold
    order by day`.execute(database.kysely)
  return rows
}

/** Finds the median of the minutes from adding to selling, for the leads sold in the period; null if none was sold. */
export async function findMedianMinutesToSale(database: Database): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select floor(percentile_disc(0.5) within group (order by extract(epoch from sold_at - created_at)) / 60)::integer
      as minutes
    from leads where deleted_at is null and status = 'sold' and sold_at >= ${firstInstant}`.execute(
    database.kysely,
  )
  return rows[0]?.minutes ?? null
}

/** Counts the leads for sale in each age group. */
export async function countUnsoldByAge(database: Database): Promise<number[]> {
  const { rows } = await sql<{ age: number; n: number }>`
    select today_in_india() - day_in_india(created_at) as age, count(*) as n
    from leads l where ${isForSaleSql} group by 1`.execute(database.kysely)
  return unsoldAgesFromDays.map((fromDays, index) => {
    const toDays = unsoldAgesFromDays[index + 1] ?? Number.POSITIVE_INFINITY
    return rows
      .filter(({ age }) => age >= fromDays && age < toDays)
      .reduce((total, { n }) => total + n, 0)
  })
}
