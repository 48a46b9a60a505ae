import { toComparableEmail } from '@raahi/contract/emails'
import { placeSpellings } from '@raahi/contract/places'
import { type ListedUser, spentDays, type UserFilters, type UserSort } from '@raahi/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import { type UserRow, userColumns, userJoins } from '../users/public/users.queries.ts'

/** A user of the list, with figures and all active subscriptions. */
export interface ListedUserRow extends UserRow {
  last_active_at: Date | null
  /** Parsed from JSON. Null: the user is alone in the agency. */
  members: NonNullable<ListedUser['members']> | null
  spent_paise: number
  purchases: number
  returns: number
  return_permille: number | null
  active_plans: { plan_name: string; price_paise: number; leads_left: number; days_left: number }[]
}

/** The other members of the agency that user `u` founded. */
const membersSql = (query: UserFilters) => {
  const person = personConditions(query)
  const isFound = person.length > 0 ? joinConditions(person) : sql`false`
  return sql`(
    select jsonb_agg(jsonb_build_object('_id', m.id, 'name', m.name, 'email', m.email, 'role', m.agent_role,
      'userStatus', m.status, 'suspended', m.member_suspended_at is not null, 'isFound', ${isFound})
      order by m.name, m.id)
    from users m where m.agency_id = u.id and m.agency_id <> m.id
  )`
}

const activePlans = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'plan_name', s.plan_name, 'price_paise', s.price_paise, 'leads_left', s.lead_quota - s.leads_used,
    'days_left', ceil(extract(epoch from s.ends_at - now()) / 86400)::integer
  ) order by s.ends_at, s.id), '[]')
  from subscriptions s
  where s.user_id = u.id and now() < s.ends_at and s.leads_used < s.lead_quota
)`

const spentSince = sql`now() - make_interval(days => ${sql.lit(spentDays)})`

/**
 * What user `u` paid in the last days, its purchases and approved returns: one row. `last_active_at` is in `users`.
 */
const figures = sql`(
  select bought.spent + plans.spent as spent_paise, bought.n as purchases, bought.returns,
    round(bought.returns * 1000.0 / nullif(bought.n, 0))::integer as return_permille
  from (
    select count(*) as n, count(*) filter (where replacement_status = 'approved') as returns,
      coalesce(sum(cost_paise) filter (where created_at > ${spentSince}), 0)::bigint as spent
    from purchases where user_id = u.id
  ) bought, (
    select coalesce(sum(price_paise), 0)::bigint as spent from subscriptions
    where user_id = u.id and started_at > ${spentSince} and cause <> 'free'
  ) plans
)`

type Condition = RawBuilder<unknown>

/**
 * Finds a page of users with the exact total, read in one snapshot by one statement. Wallet, plans and figures are computed
 * only for the users of the page, unless the list is sorted by a figure.
 */
export async function findUserPage(
  database: Database,
  query: UserFilters,
): Promise<{ total: number; rows: ListedUserRow[] }> {
  const sort = query.sort ?? '-createdAt'
  // Members of an agency are listed with it.
  const isAccount = sql`(u.agency_id is null or u.agency_id = u.id)`
  const conditions = joinConditions([
    isAccount,
    ...textConditions(query),
    ...otherConditions(query),
  ])
  const page = sql`
    select u.id from users u ${isByFigure(sort) ? sql`cross join lateral ${figures} f` : sql``}
    where ${conditions} order by ${orderSql(sort)}
    offset ${(query.page - 1) * query.limit} limit ${query.limit}`
  const { rows } = await sql<{ total: number } & (ListedUserRow | { id: null })>`
    select counted.n as total, shown.*
    from (select count(*) as n from users u where ${conditions}) counted
    left join (
      select ${userColumns}, u.last_active_at, f.*, ${activePlans} as active_plans, ${membersSql(query)} as members,
        row_number() over (order by ${orderSql(sort)}) as place
      from (${page}) page join users u on u.id = page.id cross join lateral ${figures} f ${userJoins}
    ) shown on true
    order by place`.execute(database.kysely)
  const [first] = rows
  if (!first) throw new Error('the page query returned no row')
  return {
    total: first.total,
    // A page beyond the last one has one row with only the total.
    rows: rows.filter((row): row is typeof first & ListedUserRow => row.id !== null),
  }
}

const sortColumns = {
  createdAt: sql`u.created_at`,
  lastActive: sql`u.last_active_at`,
  spent: sql`f.spent_paise`,
  returnRate: sql`f.return_permille`,
  name: sql`u.search_name`,
} as const

const sortOf = (sort: UserSort) => sort.replace(/^-/, '') as keyof typeof sortColumns

const isByFigure = (sort: UserSort) => ['spent', 'returnRate'].includes(sortOf(sort))

/** The ORDER BY clause. Users without a value are the last of a descending list. */
function orderSql(sort: UserSort): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls first`
  return sql`${sortColumns[sortOf(sort)]} ${direction}, u.id ${sort.startsWith('-') ? sql`desc` : sql`asc`}`
}

const isLike = (column: string, text: string) =>
  sql`${sql.ref(column)} like lower(${likePattern(text)})`

/** The filters by text that the user or a member of its agency may fulfil, as conditions of the person `m`. */
function personConditions({ name, email, search }: UserFilters): Condition[] {
  const byPhone = search && phoneCondition(sql`m.search_all`, search)
  return [
    ...(name ? [isLike('m.search_name', name)] : []),
    ...(email ? [isLike('m.search_email', toComparableEmail(email))] : []),
    ...(search ? [sql`(${isLike('m.search_all', search)} or ${byPhone || sql`false`})`] : []),
  ]
}

/** The conditions of the filters by text. */
function textConditions(query: UserFilters): Condition[] {
  const conditions: Condition[] = []
  const person = personConditions(query)
  if (person.length > 0) {
    // A subquery, so that the index on the texts is used.
    conditions.push(
      sql`u.id in (select coalesce(m.agency_id, m.id) from users m where ${joinConditions(person)})`,
    )
  }
  if (query.companyName) conditions.push(isLike('u.search_company', query.companyName))
  if (query.city) {
    const patterns = placeSpellings(query.city).map((text) => likePattern(text.toLowerCase()))
    conditions.push(sql`u.search_city like any (${patterns}::text[])`)
  }
  return conditions
}

function otherConditions({ status, kycStatus, plan }: UserFilters): Condition[] {
  const hasPlan = sql`exists (
    select from subscriptions s where s.user_id = u.id and s.ends_at > now() and not s.is_used_up)`
  return [
    ...(status ? [sql`u.status = ${status}`] : []),
    ...(kycStatus ? [sql`u.kyc_status = ${kycStatus}`] : []),
    ...(plan === 'active' ? [hasPlan] : []),
    ...(plan === 'none' ? [sql`not ${hasPlan}`] : []),
  ]
}
