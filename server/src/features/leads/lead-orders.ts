import type { LeadSort } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Condition } from './lead-filters.ts'

/** The leads `l` of one part of a list, in an order that an index has. */
interface ListPart {
  where: Condition
  order: Condition
  /** The price of these leads, for an order by price. */
  cost?: Condition
  /** The leads are read once for each price of unsold leads, as `price`. */
  isPerPrice?: true
}

/**
 * An order of the list. PostgreSQL has no index for the whole order by price or by the nearest travel date, so such a
 * list is merged from parts, each of which an index returns in order.
 */
export interface LeadOrder {
  parts: readonly ListPart[]
  /** Over the columns id, created_at, travel_date, status and cost. */
  order: Condition
}

const newestFirst = sql`l.created_at desc, l.id desc`

/** @param today the calendar day in India, YYYY-MM-DD */
export function leadOrder(sort: LeadSort, today: string): LeadOrder {
  switch (sort) {
    case '-createdAt':
      return whole(newestFirst, sql`created_at desc, id desc`)
    case 'createdAt':
      return whole(sql`l.created_at, l.id`, sql`created_at, id`)
    case '-travelDate':
      return whole(
        sql`l.travel_date desc nulls last, l.id desc`,
        sql`travel_date desc nulls last, id desc`,
      )
    case 'travelDate':
      return soonestFirst(today)
    case 'cost':
    case '-cost':
      return byCost(sort === 'cost')
  }
}

function whole(partOrder: Condition, order: Condition): LeadOrder {
  return { parts: [{ where: sql`true`, order: partOrder }], order }
}

/** By travel date from the current day on, then leads without a date, then past dates, latest first. */
function soonestFirst(today: string): LeadOrder {
  return {
    parts: [
      { where: sql`l.travel_date >= ${today}`, order: sql`l.travel_date, l.id` },
      { where: sql`l.travel_date is null`, order: sql`l.id` },
      { where: sql`l.travel_date < ${today}`, order: sql`l.travel_date desc, l.id desc` },
    ],
    order: sql`
      case when travel_date >= ${today} then 0 when travel_date is null then 1 else 2 end,
      abs(travel_date - ${today}::date), case when travel_date < ${today} then null else id end, id desc`,
  }
}

/**
 * By price; leads without a price are lowest. At the same price, leads for sale come first, newest first. All leads for
 * sale of one type and one step of age have the same price.
 */
function byCost(isAscending: boolean): LeadOrder {
  const soldOrder = isAscending
    ? sql`l.sold_cost_paise nulls first, l.created_at, l.id`
    : sql`l.sold_cost_paise desc nulls last, l.created_at desc, l.id desc`
  const direction = isAscending ? sql`asc nulls first` : sql`desc nulls last`
  return {
    parts: [
      {
        where: sql`l.status = 'buy' and l.lead_type = price.lead_type
          and l.created_at >= price.created_from and l.created_at < price.created_before`,
        order: newestFirst,
        cost: sql`price.price_paise`,
        isPerPrice: true,
      },
      { where: sql`l.status = 'sold'`, order: soldOrder, cost: sql`l.sold_cost_paise` },
    ],
    order: sql`cost ${direction}, status,
      case when status = 'buy' or ${!isAscending} then created_at end desc nulls last,
      case when status = 'buy' or ${!isAscending} then id end desc nulls last,
      created_at, id`,
  }
}
