import type { UserFilters } from '@raahi/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { containing } from '../../platform/database/containing.ts'
import { type UserRow, userColumns, userJoins } from './users.queries.ts'

/** A user of the list, with all active subscriptions. */
export interface ListedUserRow extends UserRow {
  active_plans: { plan_name: string; price_paise: number; leads_left: number; days_left: number }[]
}

const activePlans = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'plan_name', s.plan_name, 'price_paise', s.price_paise, 'leads_left', s.lead_quota - s.leads_used,
    'days_left', ceil(extract(epoch from s.ends_at - now()) / 86400)::integer
  ) order by s.ends_at, s.id), '[]')
  from subscriptions s
  where s.user_id = u.id and now() < s.ends_at and s.leads_used < s.lead_quota
)`

/** Pages beyond this offset are found by the day on which they start. */
const shallowOffset = 500

/**
 * Finds a page of users, newest first, with the exact total, in one statement and so in one snapshot. Wallet and plan
 * are joined only for the users of the page.
 */
export async function findUserPage(
  database: Database,
  query: UserFilters,
): Promise<{ total: number; rows: ListedUserRow[] }> {
  const conditions = textConditions(query)
  const offset = (query.page - 1) * query.limit
  const page =
    conditions || offset <= shallowOffset
      ? pageSql({ conditions, offset: sql`${offset}`, limit: query.limit })
      : deepPageSql(offset, query.limit)
  const total = conditions
    ? sql`select count(*) as n from users u where ${conditions}`
    : sql`select coalesce(sum(n), 0)::bigint as n from user_day_counts`
  const { rows } = await sql<{ total: number } & (ListedUserRow | { id: null })>`
    select counted.n as total, shown.* from (${total}) counted
    left join (
      select ${userColumns}, ${activePlans} as active_plans from (${page}) page join users u on u.id = page.id ${userJoins}
    ) shown on true
    order by shown.created_at desc, shown.id desc`.execute(database.kysely)
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last has one row with only the total.
    rows: rows.filter((row): row is { total: number } & ListedUserRow => row.id !== null),
  }
}

/** One condition per filter; null without filters. */
function textConditions(query: UserFilters): RawBuilder<unknown> | null {
  const searched = {
    search_name: query.name,
    search_email: query.email,
    search_city: query.city,
    search_company: query.companyName,
  }
  const conditions = Object.entries(searched).flatMap(([column, text]) =>
    text ? sql`${sql.ref(`u.${column}`)} like lower(${containing(text)})` : [],
  )
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : null
}

/** Ids of a page. */
function pageSql(page: {
  conditions: RawBuilder<unknown> | null
  offset: RawBuilder<unknown>
  limit: number
}): RawBuilder<unknown> {
  return sql`
    select u.id from users u
    where ${page.conditions ?? sql`true`}
    order by u.created_at desc, u.id desc offset ${page.offset} limit ${page.limit}`
}

/**
 * A deep page of all users. The cost of an offset grows with the skipped rows, so the counts per day give the day on
 * which the page starts, and only rows of that day are skipped.
 */
function deepPageSql(offset: number, limit: number): RawBuilder<unknown> {
  return sql`
    with start as materialized (
      select day, through - n as before from (
        select day, n, sum(n) over (order by day desc) as through from user_day_counts
      ) days where through > ${offset} order by day desc limit 1
    )
    ${pageSql({
      conditions: sql`u.created_at < ((select day from start) + 1)::timestamp at time zone 'UTC'`,
      offset: sql`(select ${offset} - before from start)`,
      limit,
    })}`
}
