import { foldEmail } from '@raahi/contract/emails'
import { placeSpellings } from '@raahi/contract/places'
import type { UserFilters, UserSort } from '@raahi/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import { type UserRow, userColumns, userJoins } from './users.queries.ts'

/** A user of the list, with figures and all active subscriptions. */
export interface ListedUserRow extends UserRow {
  last_active_at: Date | null
  spent_paise: number
  purchases: number
  returns: number
  return_permille: number | null
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

const figureColumns = sql`f.last_active_at, f.spent_paise, f.purchases, f.returns, f.return_permille`

/** Pages beyond this offset are found by the day on which they start, if the list has no filter and its usual order. */
const shallowOffset = 500

type Condition = RawBuilder<unknown>

/**
 * Finds a page of users with the exact total, read in one snapshot by one statement. Wallet and plan are joined only
 * for the users of the page.
 */
export async function findUserPage(
  database: Database,
  query: UserFilters,
): Promise<{ total: number; figuresAt: Date; rows: ListedUserRow[] }> {
  const sort = query.sort ?? '-createdAt'
  const texts = textConditions(query)
  const others = otherConditions(query)
  const source = sourceOf(texts, others, sort)
  const conditions = [...texts, ...others]
  const offset = (query.page - 1) * query.limit
  const isPlain = conditions.length === 0 && sort === '-createdAt'
  const page =
    isPlain && offset > shallowOffset
      ? deepPageSql(offset, query.limit)
      : sql`select ${source.id} as id ${source.from} where ${joinConditions(conditions)}
          order by ${source.order} offset ${offset} limit ${query.limit}`
  const total =
    conditions.length === 0
      ? sql`select coalesce(sum(n), 0)::bigint as n from user_day_counts`
      : sql`select count(*) as n ${sourceOf(texts, others, '-createdAt').from} where ${joinConditions(conditions)}`
  const { rows } = await sql<{ total: number; figures_at: Date } & (ListedUserRow | { id: null })>`
    select counted.n as total, folded.folded_to as figures_at, shown.*
    from (${total}) counted cross join user_figures_fold folded
    left join (
      select ${userColumns}, ${figureColumns}, ${activePlans} as active_plans
      from (${page}) page join users u on u.id = page.id join user_figures f on f.user_id = u.id ${userJoins}
    ) shown on true
    order by ${orderSql('shown', 'id', sort)}`.execute(database.kysely)
  const [first] = rows
  if (!first) throw new Error('the page query returned no row')
  return {
    total: first.total,
    figuresAt: first.figures_at,
    // A page beyond the last one has one row with only the total.
    rows: rows.filter((row): row is typeof first & ListedUserRow => row.id !== null),
  }
}

/**
 * The table with all columns of the filters and the order, or the join of both tables if the list needs texts and
 * figures.
 */
function sourceOf(texts: Condition[], others: Condition[], sort: UserSort) {
  const needsFigures = others.length > 0 || sort !== '-createdAt'
  if (texts.length === 0 && needsFigures) {
    return {
      from: sql`from user_figures f`,
      id: sql`f.user_id`,
      order: orderSql('f', 'user_id', sort),
    }
  }
  return {
    from: needsFigures
      ? sql`from users u join user_figures f on f.user_id = u.id`
      : sql`from users u`,
    id: sql`u.id`,
    order: sort === '-createdAt' ? orderSql('u', 'id', sort) : orderSql('f', 'user_id', sort),
  }
}

const sortColumns = {
  createdAt: 'created_at',
  lastActive: 'last_active_at',
  spent: 'spent_paise',
  returnRate: 'return_permille',
} as const

/** The ORDER BY clause. One index serves an order and its reverse. */
function orderSql(table: string, idColumn: string, sort: UserSort): RawBuilder<unknown> {
  const isReverse = !sort.startsWith('-')
  const column = sortColumns[(isReverse ? sort : sort.slice(1)) as keyof typeof sortColumns]
  const mayBeNull = column === 'last_active_at' || column === 'return_permille'
  const nulls = mayBeNull ? (isReverse ? sql`nulls first` : sql`nulls last`) : sql``
  const direction = isReverse ? sql`asc` : sql`desc`
  return sql`${sql.ref(`${table}.${column}`)} ${direction} ${nulls}, ${sql.ref(`${table}.${idColumn}`)} ${direction}`
}

/** One condition per filter by text. */
function textConditions(query: UserFilters): Condition[] {
  const searched = {
    search_name: query.name,
    search_email: query.email && foldEmail(query.email),
    search_company: query.companyName,
  }
  const conditions: Condition[] = Object.entries(searched).flatMap(([column, text]) =>
    text ? sql`${sql.ref(`u.${column}`)} like lower(${likePattern(text)})` : [],
  )
  if (query.city) {
    const patterns = placeSpellings(query.city).map((text) => likePattern(text.toLowerCase()))
    conditions.push(sql`u.search_city like any (${patterns}::text[])`)
  }
  if (query.search) {
    const byText = sql`u.search_all like lower(${likePattern(query.search)})`
    const byPhone = phoneCondition(sql`u.search_all`, query.search)
    conditions.push(byPhone ? sql`(${byText} or ${byPhone})` : byText)
  }
  return conditions
}

/** One condition per filter that `user_figures` answers. */
function otherConditions({ status, kycStatus, plan }: UserFilters): Condition[] {
  return [
    ...(status ? [sql`f.status = ${status}`] : []),
    ...(kycStatus ? [sql`f.kyc_status = ${kycStatus}`] : []),
    ...(plan === 'active' ? [sql`f.plan_until > now()`] : []),
    ...(plan === 'none' ? [sql`(f.plan_until is null or f.plan_until <= now())`] : []),
  ]
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
    select u.id from users u
    where u.created_at < ((select day from start) + 1)::timestamp at time zone 'UTC'
    order by u.created_at desc, u.id desc offset (select ${offset} - before from start) limit ${limit}`
}
