import { sql } from 'kysely'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import {
  type Condition,
  hasDates,
  hasPlace,
  isTravelOverSql,
  type LeadSelection,
  typeConditions,
  verifiedCondition,
} from './lead-filters.ts'
import type { PlaceColumn } from './place-columns.ts'

// The conditions of a search on `lead_search s`, and on the stored counts.

/** The matching destinations and cities, as an earlier statement has read them. */
export interface Places {
  destinations: readonly string[]
  cities: readonly string[]
}

/** At most this many places are listed in the statement. More places, which only short texts match, are looked up. */
const maxListedPlaces = 1000

/** Whether lead `s` is sold. The fold sets `is_sold` shortly after the sale. */
export const soldSql = sql`(s.is_sold or s.lead_id in (select lead_id from unfolded))`

/** Whether the index of names can find the text: it contains sequences of three letters or digits. */
export const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text)

export function inPlaces(column: PlaceColumn, of: string): Condition {
  const places = sql.table(column === 'city' ? 'cities' : 'destinations')
  return sql`${sql.ref(`${of}.${column}`)} in (select ${sql.ref(column)} from ${places})`
}

export interface SearchConditions {
  dates: DateConditions | undefined
  verified: Condition | undefined
  others: (Condition | '' | false | undefined)[]
}
/**
 * The condition on the travel date, and the one on the month of a lead without a date. A lead can match only one of
 * them.
 */
type DateConditions = Record<'exact' | 'month', Condition>

/** All conditions of a search on `lead_search s`, the cheapest first. */
export function searchConditions(
  query: LeadSelection,
  listed: Places | undefined,
): SearchConditions {
  const { search, satatus } = query
  const inListed = (column: PlaceColumn, values: readonly string[] | undefined) =>
    values && values.length <= maxListedPlaces
      ? sql`s.${sql.ref(column)} = any(${values}::text[])`
      : sql`(${inPlaces(column, 's')}) is true`
  return {
    dates: hasDates(query) ? dateConditions(query, 's') : undefined,
    verified: verifiedCondition(query, 's'),
    others: [
      sql`not s.is_deleted`,
      typeConditions(query, 's'),
      hasPlace(query, 'destination') && inListed('destination', listed?.destinations),
      hasPlace(query, 'city') && inListed('city', listed?.cities),
      satatus === 'sold' && soldSql,
      satatus === 'buy' && sql`not ${soldSql}`,
      expiryCondition(query),
      query.hidesReviews &&
        sql`s.lead_id not in (select id from leads where corrected_from is not null)`,
      search && (leadsOfPhone(query) ?? nameCondition(search)),
    ],
  }
}

function expiryCondition({ expired, today }: LeadSelection): Condition | undefined {
  if (expired === undefined) return undefined
  if (expired) return sql`(s.is_expired or ${isTravelOverSql('s', today)}) and not ${soldSql}`
  return sql`not s.is_expired and (${isTravelOverSql('s', today)} is not true or ${soldSql})`
}

/**
 * The filter by travel date for table alias `of`. A lead has a date or a month, and a month matches if one of its days
 * does.
 */
function dateConditions({ travelFrom, travelTo }: LeadSelection, of: string): DateConditions {
  const date = sql.ref(`${of}.travel_date`)
  const monthEnd = sql.ref(`${of}.month_end`)
  return {
    exact: joinConditions([
      travelFrom && sql`${date} >= ${travelFrom}`,
      travelTo && sql`${date} <= ${travelTo}`,
    ]),
    month: joinConditions([
      sql`${monthEnd} is not null`,
      travelFrom && sql`${monthEnd} >= ${travelFrom}`,
      travelTo && sql`${monthEnd} <= ${lastDayOfMonth(travelTo)}`,
    ]),
  }
}

export const anyDateCondition = ({ exact, month }: DateConditions) =>
  sql`((${exact}) or (${month}))`

/** The filter by travel date on the stored counts, whose index begins with the date. */
export function inDates(query: LeadSelection, of: string): Condition {
  const { exact, month } = dateConditions(query, of)
  return anyDateCondition({
    exact,
    month: sql`${sql.ref(`${of}.travel_date`)} is null and ${month}`,
  })
}

/** @param day YYYY-MM-DD */
function lastDayOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  // Day 0 of a month is the last day of the month before it.
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The condition on `lead_contacts c` for an admin's search for a phone number; null for other searches. */
export function contactCondition({ search, findsPhones }: LeadSelection): Condition | null {
  return search && findsPhones ? phoneCondition(sql`c.phone`, search) : null
}

/** Finds leads by phone number or name. Each of both parts uses its index. */
function leadsOfPhone(query: LeadSelection): Condition | null {
  const byPhone = contactCondition(query)
  return (
    byPhone &&
    sql`s.lead_id in (select c.lead_id from lead_contacts c where ${byPhone}
      union select s.lead_id from lead_search s where ${nameCondition(query.search ?? '')})`
  )
}

/** Hides a text without a trigram from the index of names, because PostgreSQL would read the whole index for it. */
function nameCondition(search: string): Condition {
  const condition = sql`s.name_key like ${namePattern(search)}`
  return hasTrigram(search) ? condition : sql`(${condition}) is true`
}

/** The pattern for `name_key`, which is in lower case. It matches the same names as ILIKE. */
export function namePattern(search: string): Condition {
  return sql`lower(${likePattern(search)})`
}
