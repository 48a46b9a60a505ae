import type { LeadListQuery } from '@raahi/contract/leads'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../database/containing.ts'

/** A condition of a query. */
export type Condition = RawBuilder<unknown>

/** Filters that the kept counts know: the total is then a sum of a few rows. */
export function isCounted(query: LeadListQuery): boolean {
  return !(query.search || query.destination || query.city || query.travelFrom || query.travelTo)
}

/** Conditions on the columns that `leads` and the kept counts share, for table alias `of`. */
export function countedConditions(query: LeadListQuery, of: string): Condition {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return allOf([
    query.satatus && sql`${column('status')} = ${query.satatus}`,
    query.leadType && sql`${column('lead_type')} = ${query.leadType}`,
    query.tripType && sql`${column('trip_type')} = ${query.tripType}`,
  ])
}

/** All conditions of a list on leads `l`: not deleted, and every filter given. */
export function leadConditions(query: LeadListQuery): Condition {
  return allOf([
    sql`l.deleted_at is null`,
    countedConditions(query, 'l'),
    textCondition(query),
    query.travelFrom && sql`l.travel_date >= ${query.travelFrom}`,
    query.travelTo && sql`l.travel_date <= ${query.travelTo}`,
  ])
}

function textCondition({ search, destination, city }: LeadListQuery) {
  const texts = [
    search && sql`s.name ilike ${containing(search)}`,
    destination && sql`s.destination ilike ${containing(destination)}`,
    city && sql`s.city ilike ${containing(city)}`,
  ]
  if (!texts.some(Boolean)) return undefined
  return sql`l.id in (select s.lead_id from lead_search s where ${allOf(texts)})`
}

function allOf(conditions: readonly (Condition | '' | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined && condition !== '')
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}
