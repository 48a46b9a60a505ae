import { type LeadListQuery, leadTypes } from '@raahi/contract/leads'
import { paiseFromRupees } from '@raahi/contract/money'
import { placesOf } from '@raahi/contract/place-lists'
import { type RawBuilder, sql } from 'kysely'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { containsSql } from '../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../platform/database/phone-search.ts'
import { contactStoppedSql } from './public/contact-stopped.ts'
import { parseLeadLabel } from './public/lead-response.ts'
import { hasPlaceSql, type PlaceColumn } from './public/place-columns.ts'

/** A condition of a query. */
export type Condition = RawBuilder<unknown>

/** The query of a list, and the day that decides which leads have expired. */
export type LeadSelection = LeadListQuery & {
  /** The calendar day in India, YYYY-MM-DD. */
  today: string
  /** Admins also find leads by phone number, and leads under review. */
  isForAdmin?: boolean
  /** The agent, if the search may be a phone number: agents find leads that they have bought by it. */
  buyerId?: string
}

/** All conditions of a list on leads `l`: not deleted, and every given filter. */
export function leadConditions(query: LeadSelection): Condition {
  const { search, status, leadType, tripType, verified } = query
  return joinConditions([
    sql`l.deleted_at is null`,
    !query.isForAdmin && sql`l.corrected_from is null`,
    status && sql`l.status = ${status}`,
    leadType && sql`l.lead_type = ${leadType}`,
    tripType && sql`l.trip_type = ${tripType}`,
    expiryCondition(query),
    travelCondition(query),
    verified && verified !== 'email' && sql`l.phone_verified_at is not null`,
    verified && verified !== 'phone' && sql`l.email_verified_at is not null`,
    placeCondition(query, 'destination'),
    placeCondition(query, 'city'),
    query.maxPrice && priceCondition(query.maxPrice, query.today),
    search && searchCondition(query, search),
  ])
}

/** A search also finds the number of a lead, and the phone numbers that the viewer may see. */
function searchCondition({ isForAdmin, buyerId }: LeadSelection, search: string): Condition {
  const number = parseLeadLabel(search)
  if (number !== undefined) return sql<boolean>`l.number = ${number}`
  const byName = containsSql(sql`l.name`, search)
  const byPhone = isForAdmin || buyerId ? phoneCondition(sql`c.phone`, search) : null
  if (!byPhone) return byName
  const found = sql`select c.lead_id from lead_contacts c`
  const readable = buyerId
    ? sql`${found} join purchases p on p.lead_id = c.lead_id
        where p.user_id = ${buyerId} and not ${contactStoppedSql} and ${byPhone}`
    : sql`${found} where ${byPhone}`
  return sql`(${byName} or l.id in (${readable}))`
}

/** The filters by destination or by city; undefined without such a filter. */
function placeCondition(query: LeadSelection, column: PlaceColumn): Condition | undefined {
  const fits = (text: string) => hasPlaceSql('l', column, text)
  const text = query[column]
  // A lead matches if one of the places does. A text that names no place is no filter.
  const places = placesOf(query[column === 'city' ? 'cities' : 'destinations'] ?? '')
  const conditions = [
    text && fits(text),
    places.length > 0 && sql`(${sql.join(places.map(fits), sql` or `)})`,
  ]
  return conditions.some(Boolean) ? joinConditions(conditions) : undefined
}

/**
 * The filter by price, which is that of the sale for a sold lead. A lead for sale becomes only cheaper with its age, so it
 * matches if it was put on sale before an instant, which is read once for each type.
 */
function priceCondition(maxPrice: string, today: string): Condition {
  const paise = paiseFromRupees(Number(maxPrice))
  const forSale = leadTypes.map(
    (type) => sql`l.lead_type = ${type} and l.created_at < (select max(created_before)
      from lead_prices(${today}::date) where lead_type = ${type} and price_paise <= ${paise})`,
  )
  return sql`(l.status = 'sold' and l.sold_cost_paise <= ${paise}
    or l.status = 'buy' and (${sql.join(forSale, sql` or `)}))`
}

/** The filter by travel date. A lead has a date or a month, and a month matches if one of its days does. */
function travelCondition({ travelFrom, travelTo }: LeadSelection): Condition | undefined {
  if (!travelFrom && !travelTo) return undefined
  // Two conditions on single columns, which an index of travel dates serves, and not one on the later of both.
  const isDated = joinConditions([
    travelFrom && sql`l.travel_date >= ${travelFrom}`,
    travelTo && sql`l.travel_date <= ${travelTo}`,
  ])
  const isInMonth = joinConditions([
    sql`l.travel_date is null`,
    travelFrom && sql`l.month_end >= ${travelFrom}`,
    travelTo &&
      sql`l.month_end <= (date_trunc('month', ${travelTo}::timestamp) + interval '1 month - 1 day')::date`,
  ])
  return sql`(${isDated} or ${isInMonth})`
}

/**
 * Whether lead `l` has expired by that day or is under review. `is_expired` alone is not enough, because leads that expired
 * at the last midnight may not be marked yet.
 */
function expiryCondition({ expired, today }: LeadSelection): Condition | undefined {
  if (expired === undefined) return undefined
  const isOver = sql`is_travel_over(l.travel_date, l.month_end, ${today})`
  // An index has the marked leads, two others those that are not marked.
  return expired
    ? sql`l.status = 'buy' and (l.is_expired or not l.is_expired and ${isOver})`
    : sql`not (l.status = 'buy' and (l.is_expired or coalesce(${isOver}, false)))`
}
