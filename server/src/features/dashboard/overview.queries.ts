import { unsoldAgesFromDays } from '@raahi/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { inDays } from '../../platform/database/in-days.ts'
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

/** The first and the last day in India, YYYY-MM-DD. */
export interface Period {
  from: string
  to: string
}

/** Whether a time is in the period. */
const inPeriod = (time: RawBuilder<unknown>, { from, to }: Period) =>
  inDays(time, { startDate: from, endDate: to }) ?? sql<boolean>`true`

/**
 * The figures of each day or month in India of the period, the oldest first, those without activity included. Revenue and
 * refunds equal the postings of the revenue accounts. Leads are counted with one index range per item, which is faster than
 * computing the day of each lead.
 */
export async function findOverviewDays(
  database: Database,
  period: Period,
  groupedBy: 'day' | 'month',
): Promise<OverviewDay[]> {
  const { from, to } = period
  const step = sql`${`1 ${groupedBy}`}::interval`
  const { rows } = await sql<OverviewDay>`
    with steps as (
      select day, next_day, day_start_in_india(day) as starts_at, day_start_in_india(next_day) as ends_at
      from (
        select greatest(start::date, ${from}::date) as day, least((start + ${step})::date, ${to}::date + 1) as next_day
        from generate_series(date_trunc(${groupedBy}, ${from}::timestamp), ${to}::timestamp, ${step}) start
      ) bounds where day < next_day
    ), entries as (
      select day_in_india(e.created_at) as day, method, amount_paise from journal_entries e
      where ${inPeriod(sql`e.created_at`, period)} and method in ('lead_wallet', 'plan_wallet', 'cash', 'wallet_refund', 'plan_refund')
      union all
      select day_in_india(e.created_at), e.method, p.amount_paise
      from journal_entries e join postings p on p.entry_id = e.id
      where e.method = 'Online' and ${inPeriod(sql`e.created_at`, period)} and p.account_id = ${accounts.planRevenue}
    ), money as (
      select day, sum(amount_paise) filter (where method not in ('wallet_refund', 'plan_refund')) as revenue_paise,
        sum(amount_paise) filter (where method in ('wallet_refund', 'plan_refund')) as refunds_paise
      from entries group by day
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(sums.revenue_paise, 0)::bigint as revenue_paise,
      coalesce(sums.refunds_paise, 0)::bigint as refunds_paise, added.n as added,
      added_and_sold.n as added_and_sold, sold.n as sold
    from steps,
      lateral (
        select sum(revenue_paise) as revenue_paise, sum(refunds_paise) as refunds_paise from money
        where money.day >= steps.day and money.day < next_day
      ) sums,
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

interface NewRecords {
  domestic: number
  international: number
  for_sale: number
  users: number
  enquiries: number
}

/** Counts the leads added in the period, the agents that registered and the enquiries that the list shows. */
export async function countNewRecords(database: Database, period: Period): Promise<NewRecords> {
  const { rows } = await sql<NewRecords>`
    select leads.*,
      (select count(*) from users where agency_id = id and ${inPeriod(sql`created_at`, period)}) as users,
      (
        select count(*) from enquiries
        where erased_at is null and (status <> 'new' or not suspected) and ${inPeriod(sql`created_at`, period)}
      ) as enquiries
    from (
      select count(*) filter (where lead_type = 'domestic') as domestic,
        count(*) filter (where lead_type = 'international') as international,
        count(*) filter (where ${isForSaleSql}) as for_sale
      from leads l where deleted_at is null and ${inPeriod(sql`l.created_at`, period)}
    ) leads`.execute(database.kysely)
  const [counts] = rows
  if (!counts) throw new Error('the counts are missing')
  return counts
}

/** Finds the median of the minutes from adding to selling, for the leads sold in the period; null if none was sold. */
export async function findMedianMinutesToSale(
  database: Database,
  period: Period,
): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select floor(percentile_disc(0.5) within group (order by extract(epoch from sold_at - created_at)) / 60)::integer
      as minutes
    from leads where deleted_at is null and status = 'sold' and ${inPeriod(sql`sold_at`, period)}`.execute(
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
