import type { LeadSort } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Condition } from './lead-filters.ts'

/** The order of a list over columns id, created_at, travel_date, status and cost. */
export function leadOrder(sort: LeadSort, today: string): Condition {
  switch (sort) {
    case '-createdAt':
      return sql`created_at desc, id desc`
    case 'createdAt':
      return sql`created_at, id`
    case '-travelDate':
      return sql`travel_date desc nulls last, id desc`
    case 'travelDate':
      return soonestOrder(today)
    case 'cost':
    case '-cost':
      return costOrder(sort === 'cost')
  }
}

/** By travel date from the current day on, then leads without a date, then past dates, latest first. */
export function soonestOrder(today: string): Condition {
  return sql`
    case when travel_date >= ${today} then 0 when travel_date is null then 1 else 2 end,
    abs(travel_date - ${today}::date), case when travel_date < ${today} then null else id end, id desc`
}

/** By price; leads without a price are lowest. At the same price, leads for sale come first, newest first. */
export function costOrder(isAscending: boolean): Condition {
  const direction = isAscending ? sql`asc nulls first` : sql`desc nulls last`
  return sql`cost ${direction}, status,
    case when status = 'buy' or ${!isAscending} then created_at end desc nulls last,
    case when status = 'buy' or ${!isAscending} then id end desc nulls last,
    created_at, id`
}

/** The order of sold leads `l` in a sort by cost. */
export function soldCostOrder(isAscending: boolean): Condition {
  return isAscending
    ? sql`l.sold_cost_paise nulls first, l.created_at, l.id`
    : sql`l.sold_cost_paise desc nulls last, l.created_at desc, l.id desc`
}
