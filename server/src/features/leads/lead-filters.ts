import { type LeadListQuery, placesOf } from '@raahi/contract/leads'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../../platform/database/containing.ts'

/** A condition of a query. */
export type Condition = RawBuilder<unknown>

/** The query of a list, and the day that decides which leads have expired. */
export type LeadSelection = LeadListQuery & {
  /** The calendar day in India, YYYY-MM-DD. */
  today: string
}

/** Returns whether the stored counts cover all filters: the total is then a sum of a few rows. */
export function isCounted(query: LeadSelection): boolean {
  const { search, destination, city, destinations, cities, travelFrom, travelTo } = query
  return !(search || destination || city || destinations || cities || travelFrom || travelTo)
}

/** Conditions on the stored counts, for table alias `of`. Expired leads also need the changes of `unmarkedCounts`. */
export function countedConditions(query: LeadSelection, of: string): Condition {
  return allOf([
    sharedConditions(query, of),
    query.expired !== undefined && sql`${sql.ref(`${of}.is_expired`)} = ${query.expired}`,
  ])
}

/** The changes that the stored counts lack for leads that have just expired; undefined if the query needs none. */
export function unmarkedCounts({ expired, today }: LeadSelection): Condition | undefined {
  return expired === undefined ? undefined : sql`unmarked_expired_counts(${today}::date)`
}

/** Conditions on the columns that `leads` and the stored counts share, for table alias `of`. */
function sharedConditions(query: LeadSelection, of: string): Condition {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return allOf([
    query.satatus && sql`${column('status')} = ${query.satatus}`,
    query.leadType && sql`${column('lead_type')} = ${query.leadType}`,
    query.tripType && sql`${column('trip_type')} = ${query.tripType}`,
  ])
}

/** All conditions of a list on leads `l`: not deleted, and every given filter. */
export function leadConditions(query: LeadSelection): Condition {
  return allOf([
    sql`l.deleted_at is null`,
    sharedConditions(query, 'l'),
    expiryCondition(query),
    textCondition(query),
    query.travelFrom && sql`l.travel_date >= ${query.travelFrom}`,
    query.travelTo && sql`l.travel_date <= ${query.travelTo}`,
  ])
}

/** Whether lead `l` has expired by that day. The mark alone is late for the leads that expired at the last midnight. */
export function isExpiredSql(today: string): Condition {
  return sql`(l.status = 'buy' and (l.is_expired or coalesce(l.travel_date < ${today}, false)))`
}

function expiryCondition({ expired, today }: LeadSelection): Condition | undefined {
  if (expired === undefined) return undefined
  if (expired) return isExpiredSql(today)
  return sql`not l.is_expired
    and (l.status = 'sold' or l.travel_date is null or l.travel_date >= ${today})`
}

/**
 * The table that a list reads as `l`. Expired leads are two parts with an index each: the marked ones, and those that
 * have just expired.
 */
export function leadSource({ expired, today }: LeadSelection): Condition {
  if (!expired) return sql`leads l`
  return sql`(
    select * from leads where is_expired
    union all
    select * from leads where not is_expired and deleted_at is null and status = 'buy' and travel_date < ${today}
  ) l`
}

function textCondition({ search, destination, city, destinations, cities }: LeadSelection) {
  const texts = [
    search && sql`s.name ilike ${containing(search)}`,
    destination && sql`s.destination ilike ${containing(destination)}`,
    city && sql`s.city ilike ${containing(city)}`,
    destinations && anyPlaceCondition(sql`s.destination`, destinations),
    cities && anyPlaceCondition(sql`s.city`, cities),
  ]
  if (!texts.some(Boolean)) return undefined
  return sql`l.id in (select s.lead_id from lead_search s where ${allOf(texts)})`
}

/** A lead fits if one of the places does. A text without a place is no filter. */
function anyPlaceCondition(column: Condition, text: string): Condition | undefined {
  const places = placesOf(text)
  if (places.length === 0) return undefined
  const conditions = places.map((place) => sql`${column} ilike ${containing(place)}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

function allOf(conditions: readonly (Condition | '' | false | undefined)[]): Condition {
  const given = conditions.filter((condition) => !!condition)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}
