import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import {
  type Condition,
  countedConditions,
  hasDates,
  hasPlace,
  hiddenCounts,
  type LeadSelection,
  placeCondition,
  typeConditions,
  unmarkedCounts,
  verifiedCondition,
} from './lead-filters.ts'
import { leadOrder } from './lead-orders.ts'
import { type PlaceColumn, placeColumns } from './place-columns.ts'
import {
  contactCondition,
  hasTrigram,
  inDates,
  inPlaces,
  namePattern,
  type Places,
  searchConditions,
} from './search-conditions.ts'
import { maxCountedLeads, type SearchEstimate, type SearchPlan } from './search-plan.ts'
import { matchColumns, offsetOf, scanSql } from './search-scan.ts'

// Lists that filter by a text, a travel date or verified contacts. They read `lead_search`, which has a copy of every
// column that filters or sorts, instead of `leads`. Destinations and cities repeat, so the distinct values are matched
// first, and totals are sums of stored counts.

/** The parts of the statement that reads a page of leads. */
export interface ListSql {
  /** Common table expressions that the other parts use, each followed by a comma. */
  tables: Condition
  /** Ids as (id, position). May contain one more than the page. */
  page: Condition
  total: Condition
  /** Whether a total above `maxCountedLeads` is not exact. */
  isCapped: boolean
  /** The matching destinations and cities in the snapshot of the statement, as text; null for a list without them. */
  places: Condition
}

/** The data about a search that is read before its page. */
export interface KnownSearch {
  estimate: SearchEstimate
  /** Returned by `ListSql.places` if the places are still the same. */
  places: string
}

/** The number of newest leads that are compared with the search text, to estimate how many leads match. */
const sampledLeads = 1000

/**
 * Returns whether stored counts cover all filters: destination and city, or travel dates, but no names and no verified
 * contacts.
 */
function isTotalStored(query: LeadSelection): boolean {
  return !query.search && !query.verified && !(hasPlace(query) && hasDates(query))
}

/** Finds the matching places and estimates the number of matches. */
export async function findKnownSearch(
  database: Database,
  query: LeadSelection,
): Promise<KnownSearch> {
  const { search } = query
  const byPhone = contactCondition(query)
  const { rows } = await sql<{
    places: string
    leads: number
    indexed: (number | null)[]
    date_share: number | null
    name_share: number | null
    verified: number | null
    for_sale: number
    sold: number
  }>`
    with ${placesSql(query)},
    leads as materialized (select coalesce(sum(n), 0)::float8 as n from lead_totals),
    dated as materialized (
      select ${hasDates(query) ? sql`(select coalesce(sum(t.n), 0)::float8 from lead_travel_totals t where ${inDates(query, 't')})` : sql`null::float8`} as n
    )
    select ${placesText} as places, (select n from leads) as leads,
      json_build_array(
        ${hasPlace(query, 'destination') ? placeCountSql(query, 'destination') : sql`null`},
        ${hasPlace(query, 'city') ? placeCountSql(query, 'city') : sql`null`},
        (select n from dated)
      ) as indexed,
      (select n from dated) / nullif((select n from leads), 0) as date_share,
      ${byPhone ? shareOfPhones(byPhone) : search ? sampledShare(sql`sample.name_key like ${namePattern(search)}`) : sql`null::float8`} as name_share,
      ${query.verified ? verifiedCountSql(query.verified) : sql`null::float8`} as verified,
      coalesce(sum(k.n) filter (where k.status = 'buy'), 0)::float8 as for_sale,
      coalesce(sum(k.n) filter (where k.status = 'sold'), 0)::float8 as sold
    from ${storedCounts(query)} k
    where ${countedConditions(query, 'k')} and ${storedConditions(query, 'k')}`.execute(
    database.kysely,
  )
  const [row] = rows
  if (!row) throw new Error('the estimate returned no row')
  const nameShare = search ? Math.max(row.name_share ?? 0, minShare) : 1
  const verifiedShare = row.verified === null ? 1 : Math.min(1, row.verified / (row.leads || 1))
  const dateShare = hasPlace(query) ? (row.date_share ?? 1) : 1
  const share = nameShare * verifiedShare * dateShare
  const names = search && (byPhone || hasTrigram(search)) ? [row.leads * nameShare] : []
  return {
    places: row.places,
    estimate: {
      leads: row.leads,
      indexed: [...row.indexed, row.verified].filter((n) => n !== null).concat(names),
      byCreation: row.verified ?? row.leads,
      forSale: row.for_sale * share,
      sold: row.sold * share,
    },
  }
}

/** The minimum estimated share of matching leads: half a lead of the sample. */
const minShare = 0.5 / sampledLeads

/** @param condition on a lead `sample` */
function sampledShare(condition: Condition): Condition {
  return sql`(select avg((${condition})::integer)::float8 from (
    select name_key from lead_search order by created_at desc, lead_id desc limit ${sampledLeads}
  ) sample)`
}

/** @param condition on `lead_contacts c` */
function shareOfPhones(condition: Condition): Condition {
  return sql`(select count(*) / nullif((select n from leads), 0) from (
    select from lead_contacts c where ${condition} limit ${maxCountedLeads + 1}
  ) found)`
}

/** The partial index of each filter by verified contacts, in the order of creation. */
const verifiedIndexes = {
  email: 'lead_search_email_verified',
  phone: 'lead_search_phone_verified',
  both: 'lead_search_both_verified',
} as const

/**
 * The number of leads with these verified contacts, counted in their index. Above the limit, it is the last estimate of
 * PostgreSQL for the size of the index. A sample of the newest leads would be wrong, because new leads have more
 * verified contacts than old ones.
 */
function verifiedCountSql(verified: keyof typeof verifiedIndexes): Condition {
  return sql`(
    select case when counted.n <= ${maxCountedLeads} then counted.n else greatest(counted.n, (
      select reltuples::float8 from pg_class where oid = ${verifiedIndexes[verified]}::regclass
    )) end
    from (
      select count(*)::float8 as n from (
        select from lead_search s where ${verifiedCondition({ verified }, 's')}
        order by ${newestLeads} limit ${maxCountedLeads + 1}
      ) marked
    ) counted)`
}

/** The order of `lead_search_newest` and of the indexes of verified contacts. */
const newestLeads = sql`s.created_at desc, s.lead_id desc`

/** The number of leads with a matching destination or city and the given types, which one index finds. */
function placeCountSql(query: LeadSelection, column: PlaceColumn): Condition {
  return sql`(select coalesce(sum(t.n), 0)::float8 from ${sql.table(`lead_${column}_totals`)} t
    where ${inPlaces(column, 't')} and ${typeConditions(query, 't')})`
}

/**
 * Builds the statement of a search.
 * @param places from `findKnownSearch`. If `ListSql.places` returns others, a place was added since, and the page may lack
 * its leads. Undefined: the statement works with any places and is slower.
 */
export function searchSql(
  query: LeadSelection,
  plan: SearchPlan,
  places: string | undefined,
): ListSql {
  const listed = places === undefined ? undefined : (JSON.parse(places) as Places)
  const conditions = searchConditions(query, listed)
  const isStored = isTotalStored(query)
  const isCapped = !isStored && query.total !== 'exact'
  const order = leadOrder(query.sort, query.today)
  const { dates, verified } = conditions
  const others = [...conditions.others, verified]
  // One part for the leads with a date and one for those with a month, because each has an index.
  const gather = (gate: Condition, limit?: Condition) => {
    // Without an order, PostgreSQL would look for the first matches in the old leads, of which few are verified.
    const first = limit && verified ? sql`order by ${newestLeads} ${limit}` : sql``
    const part = (each: Condition) => sql`(
      select ${matchColumns(query)} from lead_search s where ${joinConditions(others)} and ${each} and ${gate}
      ${first})`
    const parts = dates ? sql`${part(dates.exact)} union all ${part(dates.month)}` : part(sql`true`)
    return limit ? sql`(select * from (${parts}) parts ${limit})` : sql`(${parts})`
  }
  const readPage = (gate: Condition) =>
    plan === 'gather' ? gather(gate) : scanSql(query, conditions, gate)
  // The page is taken from the counted matches. If the count ends early, a scan reads the page.
  const mayEndEarly = isCapped && plan === 'scan'
  const counted = sql`(select count(*) from matches)`
  const candidates = isStored
    ? readPage(hasMoreThan(offsetOf(query)))
    : mayEndEarly
      ? sql`
        select * from matches where ${counted} <= ${maxCountedLeads}
        union all select * from (${readPage(sql`${counted} > ${maxCountedLeads}`)}) more`
      : sql`select * from matches`
  const limit = mayEndEarly ? sql`limit ${maxCountedLeads + 1}` : undefined
  return {
    tables: sql`
      ${placesSql(query)},
      unfolded as materialized (select lead_id from lead_count_changes where lead_id is not null),
      stored as materialized (${storedTotalSql(query)}),
      ${isStored ? sql`` : sql`matches as materialized (${gather(hasMoreThan(0), limit)}),`}`,
    page: sql`
      select id, row_number() over (order by ${order}) as position from (
        select * from (${candidates}) candidates
        order by ${order} offset ${offsetOf(query)} limit ${query.limit + 1}
      ) page`,
    total: isStored ? sql`select n from stored` : counted,
    isCapped,
    places: placesText,
  }
}

/** The distinct destinations and cities that match, including those of changes that are not folded yet. */
function placesSql(query: LeadSelection): Condition {
  const matching = (column: PlaceColumn) => {
    const name = sql.ref(column)
    const condition = placeCondition(query, column)
    if (!condition) return sql`select null::text as ${name} where false`
    return sql`
      select ${name} from ${sql.table(`lead_${column}_counts`)} where ${condition}
      union select ${name} from lead_count_changes where ${condition}`
  }
  return sql`
    destinations as materialized (${matching('destination')}),
    cities as materialized (${matching('city')})`
}

const placesText = sql`json_build_object(
  'destinations', (select coalesce(json_agg(destination order by destination), '[]') from destinations),
  'cities', (select coalesce(json_agg(city order by city), '[]') from cities))::text`

/** The smallest stored counts that have the columns of the filters, apart from names. */
function storedCounts(query: LeadSelection): Condition {
  const [hasDestination, hasCity] = placeColumns.map((column) => hasPlace(query, column))
  if (hasDestination && hasCity) return sql`lead_place_totals`
  if (hasDestination) return sql`lead_destination_totals`
  if (hasCity) return sql`lead_city_totals`
  return hasDates(query) ? sql`lead_travel_totals` : sql`lead_totals`
}

/** The conditions of the search on the table of `storedCounts`, for table alias `of`. */
function storedConditions(query: LeadSelection, of: string): Condition {
  return joinConditions([
    ...placeColumns.map((column) => hasPlace(query, column) && inPlaces(column, of)),
    !hasPlace(query) && hasDates(query) && inDates(query, of),
  ])
}

/**
 * The stored count and the changes that are not folded yet: the exact total if stored counts cover all filters, else an
 * upper bound.
 */
function storedTotalSql(query: LeadSelection): Condition {
  const unmarked = unmarkedCounts(query)
  const hidden = hiddenCounts(query)
  const where = sql`${countedConditions(query, 'k')} and ${storedConditions(query, 'k')}`
  return sql`
    select coalesce(sum(n), 0)::bigint as n from (
      select k.n from ${storedCounts(query)} k where ${where}
      union all select k.n from lead_count_changes k where ${where}
      ${unmarked ? sql`union all select k.n from ${unmarked} k where ${where}` : sql``}
      ${hidden ? sql`union all select k.n from ${hidden} k where ${where}` : sql``}
    ) counts`
}

/** Whether the stored counts allow more than `n` matches. If not, PostgreSQL skips the part with this condition. */
function hasMoreThan(n: number): Condition {
  return sql`(select n from stored) > ${n}`
}
