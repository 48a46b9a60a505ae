import { type LeadListQuery, placesOf } from '@raahi/contract/leads'
import { type RawBuilder, sql } from 'kysely'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { fitsPlaceSql, type PlaceColumn, placeColumns } from './place-columns.ts'

/** A condition of a query. */
export type Condition = RawBuilder<unknown>

/** The query of a list, and the day that decides which leads have expired. */
export type LeadSelection = LeadListQuery & {
  /** The calendar day in India, YYYY-MM-DD. */
  today: string
  /** Whether the search text may be a phone number. Only admins find leads by it, because agents pay for contacts. */
  findsPhones?: boolean
  /** Whether the list is for an agent and asks for expired leads. Leads under review have their mark, too. */
  hidesReviews?: boolean
}

/**
 * Returns whether the query filters by a text, a travel date or verified contacts. `search-leads.queries.ts` reads such
 * lists.
 */
export function isSearch(query: LeadSelection): boolean {
  return Boolean(query.search) || query.verified !== undefined || hasDates(query) || hasPlace(query)
}

/** The condition of the filter by verified contacts on the searched copy of a lead; undefined without this filter. */
export function verifiedCondition(
  { verified }: Pick<LeadSelection, 'verified'>,
  of: string,
): Condition | undefined {
  if (verified === undefined) return undefined
  return joinConditions([
    verified !== 'email' && sql.ref(`${of}.phone_verified`),
    verified !== 'phone' && sql.ref(`${of}.email_verified`),
  ])
}

export function hasDates({ travelFrom, travelTo }: LeadSelection): boolean {
  return Boolean(travelFrom || travelTo)
}

/** Returns whether the query filters by this place, or by any without `column`. */
export function hasPlace(query: LeadSelection, column?: PlaceColumn): boolean {
  return (column ? [column] : placeColumns).some((each) => placeCondition(query, each))
}

/**
 * The condition of the filters by destination or by city on a column of that name, which contains the match of the place;
 * undefined without such a filter.
 */
export function placeCondition(query: LeadSelection, column: PlaceColumn): Condition | undefined {
  const contains = (text: string) => fitsPlaceSql(sql.ref(column), text)
  const text = query[column]
  // A lead matches if one of the places does. A text that names no place is no filter.
  const places = placesOf(query[column === 'city' ? 'cities' : 'destinations'] ?? '')
  const conditions = [
    text && contains(text),
    places.length > 0 && sql`(${sql.join(places.map(contains), sql` or `)})`,
  ]
  return conditions.some(Boolean) ? joinConditions(conditions) : undefined
}

/** Conditions on the stored counts, for table alias `of`. Expired leads also need the changes of `unmarkedCounts`. */
export function countedConditions(query: LeadSelection, of: string): Condition {
  return joinConditions([
    sharedConditions(query, of),
    query.expired !== undefined && sql`${sql.ref(`${of}.is_expired`)} = ${query.expired}`,
  ])
}

/** The changes that the stored counts lack for leads that have just expired; undefined if the query needs none. */
export function unmarkedCounts({ expired, today }: LeadSelection): Condition | undefined {
  return expired === undefined ? undefined : sql`unmarked_expired_changes(${today}::date)`
}

/** The leads that the stored counts contain and an agent may not see, as changes; undefined if the query needs none. */
export function hiddenCounts({ hidesReviews }: LeadSelection): Condition | undefined {
  if (!hidesReviews) return undefined
  return sql`(
    select lead_type, trip_type, status, is_expired, coalesce(destination_match, destination) as destination,
      coalesce(city_match, city) as city, travel_date, month_end, -1::bigint as n
    from leads where corrected_from is not null)`
}

/** Conditions on the columns that `leads` and the stored counts share, for table alias `of`. */
function sharedConditions(query: LeadSelection, of: string): Condition {
  return joinConditions([
    query.satatus && sql`${sql.ref(`${of}.status`)} = ${query.satatus}`,
    typeConditions(query, of),
  ])
}

/** Conditions on lead type and trip type, for table alias `of`. */
export function typeConditions({ leadType, tripType }: LeadSelection, of: string): Condition {
  return joinConditions([
    leadType && sql`${sql.ref(`${of}.lead_type`)} = ${leadType}`,
    tripType && sql`${sql.ref(`${of}.trip_type`)} = ${tripType}`,
  ])
}

/** All conditions of a list without texts and travel dates on leads `l`: not deleted, and every given filter. */
export function leadConditions(query: LeadSelection): Condition {
  return joinConditions([
    sql`l.deleted_at is null`,
    query.hidesReviews && sql`l.corrected_from is null`,
    sharedConditions(query, 'l'),
    expiryCondition(query),
  ])
}

/**
 * Whether the travel date, or the month of a lead without one, is over by that day, for table alias `of`. A null result
 * means no.
 */
export function isTravelOverSql(of: string, today: string): Condition {
  return sql`is_travel_over(${sql.ref(`${of}.travel_date`)}, ${sql.ref(`${of}.month_end`)}, ${today})`
}

/**
 * Whether lead `l` has expired by that day or is under review. `is_expired` alone is not enough, because leads that expired at
 * the last midnight may not be marked yet.
 */
export function isExpiredSql(today: string): Condition {
  return sql`(l.status = 'buy' and (l.is_expired or coalesce(${isTravelOverSql('l', today)}, false)))`
}

function expiryCondition({ expired, today }: LeadSelection): Condition | undefined {
  if (expired === undefined) return undefined
  if (expired) return isExpiredSql(today)
  return sql`not l.is_expired
    and (l.status = 'sold' or ${isTravelOverSql('l', today)} is not true)`
}

/**
 * The table that a list reads as `l`. Expired leads are read in three parts, each with an index: the marked ones, and
 * those that have just expired, with a travel date or with a month.
 */
export function leadSource({ expired, today }: LeadSelection): Condition {
  if (!expired) return sql`leads l`
  const unmarked = sql`select * from leads where not is_expired and deleted_at is null and status = 'buy'`
  return sql`(
    select * from leads where is_expired
    union all ${unmarked} and travel_date < ${today}
    union all ${unmarked} and month_end is not null and month_end < ${today}
  ) l`
}
