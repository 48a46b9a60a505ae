import { sql } from 'kysely'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import type { Condition, LeadSelection } from './lead-filters.ts'
import { leadOrder, soldCostOrder } from './lead-orders.ts'
import { anyDateCondition, type SearchConditions, soldSql } from './search-conditions.ts'

// The plan 'scan' of a search: reads `lead_search` in the order of the list, until the pages up to this one are full.

/** Leads on the pages before this one. */
export const offsetOf = ({ page, limit }: LeadSelection) => (page - 1) * limit

/**
 * Selects the first rows of the list, in parts that an index returns in order.
 * @param gate a condition without columns: if it is false, PostgreSQL reads nothing
 */
export function scanSql(
  query: LeadSelection,
  conditions: SearchConditions,
  gate: Condition,
): Condition {
  const { today, sort } = query
  const needed = offsetOf(query) + query.limit + 1
  const { dates, verified, others } = conditions
  const byTravelDate = sort.endsWith('travelDate')
  // `is true` hides the filters from all indexes, so that PostgreSQL uses only the index of the order. Verified
  // contacts are not hidden in the order of creation, because they have an index in that order.
  const hidden = [...others, byTravelDate ? verified : dates && anyDateCondition(dates)]
  const filters = joinConditions([
    sql`(${joinConditions(hidden)}) is true`,
    !byTravelDate && verified,
  ])
  const read = (order: Condition, part: Condition = sql`true`) => sql`
    (select ${matchColumns(query)} from lead_search s
    where ${filters} and ${part} and ${gate}
    order by ${order} limit ${needed})`
  const exact = joinConditions([dates?.exact])
  const undated = joinConditions([sql`s.travel_date is null`, dates?.month])
  switch (sort) {
    case '-createdAt':
    case 'createdAt':
      return read(leadOrder(sort, today))
    case '-travelDate': {
      const order = leadOrder(sort, today)
      if (!dates) return read(order)
      return unionUntilFull(needed, [
        read(order, exact),
        (rest) => read(order, sql`${undated} and ${rest}`),
      ])
    }
    case 'travelDate': {
      const soonest = sql`travel_date nulls first, id`
      const latest = leadOrder('-travelDate', today)
      return unionUntilFull(needed, [
        read(soonest, sql`s.travel_date >= ${today} and ${exact}`),
        (rest) => read(soonest, sql`${undated} and ${rest}`),
        (rest) => read(latest, sql`s.travel_date < ${today} and ${exact} and ${rest}`),
      ])
    }
    case 'cost':
    case '-cost':
      return scanByCostSql(query, { filters, gate, read })
  }
}

/**
 * Joins the parts of a list, one after the other. PostgreSQL reads a part only if the parts before it do not fill the
 * pages.
 * @param needed the number of rows that fill the pages up to this one
 * @param parts the first part, and functions that add the given condition to a later part
 */
function unionUntilFull(
  needed: number,
  [first, ...later]: readonly [Condition, ...((rest: Condition) => Condition)[]],
): Condition {
  const tables = [sql`part_0 as materialized (${first})`]
  for (const [at, part] of later.entries()) {
    const read = sql.join(
      tables.map((_, earlier) => sql`(select count(*) from ${sql.table(`part_${earlier}`)})`),
      sql` + `,
    )
    tables.push(
      sql`${sql.table(`part_${at + 1}`)} as materialized (${part(sql`${read} < ${needed}`)})`,
    )
  }
  const all = tables.map((_, at) => sql`select * from ${sql.table(`part_${at}`)}`)
  return sql`with ${sql.join(tables, sql`, `)} ${sql.join(all, sql` union all `)}`
}

/**
 * A sort by cost merges leads for sale and sold leads. Leads for sale of one type have the same price, so the other type is
 * read only if the first type does not fill the pages up to this one. At the same price, leads for sale come first, so sold
 * leads of a later price are not read either.
 */
function scanByCostSql(
  query: LeadSelection,
  parts: {
    filters: Condition
    gate: Condition
    read: (order: Condition, part: Condition) => Condition
  },
): Condition {
  const { filters, gate, read } = parts
  const isAscending = query.sort === 'cost'
  const needed = offsetOf(query) + query.limit + 1
  const newest = leadOrder('-createdAt', query.today)
  const isFull = sql`(select count(*) from first_for_sale) = ${needed}`
  const firstPrice = sql`(select cost from first_for_sale limit 1)`
  const forSale = (types: Condition) =>
    query.satatus === 'sold' ? sql`false` : sql`not ${soldSql} and (s.lead_type ${types}) is true`
  const firstTypes = sql`(select case
    when domestic is not distinct from international then array['domestic', 'international']
    when coalesce(domestic, -1) ${isAscending ? sql`<` : sql`>`} coalesce(international, -1) then array['domestic']
    else array['international'] end from prices)::text[]`
  const order = soldCostOrder(isAscending)
  const readSold = (part: Condition) =>
    query.satatus === 'buy' || query.expired
      ? sql`(select ${matchColumns(query)} from lead_search s where false)`
      : sql`
        (select ${matchColumns(query)} from (
          select l.id, l.sold_cost_paise, l.created_at from leads l
          where l.deleted_at is null and l.status = 'sold' and ${part} order by ${order} offset 0
        ) l cross join lateral (
          select * from lead_search s where s.lead_id = l.id and ${filters} offset 0
        ) s where ${gate}
        order by ${order} limit ${needed})`
  const soldBefore = isAscending
    ? sql`l.sold_cost_paise < case when ${isFull} then coalesce(${firstPrice}, 0) else 9223372036854775807 end`
    : sql`l.sold_cost_paise > case when ${isFull} then coalesce(${firstPrice}, -1) else -1 end`
  const isUnpricedNeeded = isAscending
    ? sql`not (${isFull} and ${firstPrice} is null)`
    : sql`not ${isFull}`
  return sql`
    with first_for_sale as materialized (${read(newest, forSale(sql`= any(${firstTypes})`))})
    select * from first_for_sale
    union all ${read(newest, sql`${forSale(sql`<> all(${firstTypes})`)} and not ${isFull}`)}
    union all ${readSold(soldBefore)}
    union all ${readSold(sql`l.sold_cost_paise is null and ${isUnpricedNeeded}`)}`
}

/** The columns by which `leadOrder` sorts. */
export function matchColumns({ sort }: LeadSelection): Condition {
  if (sort.endsWith('createdAt')) return sql`s.lead_id as id, s.created_at`
  if (sort.endsWith('travelDate')) return sql`s.lead_id as id, s.travel_date`
  return sql`s.lead_id as id, s.created_at, case when ${soldSql} then 'sold' else 'buy' end as status,
    case when s.is_sold then s.sold_cost_paise
      when ${soldSql} then (select sale.sold_cost_paise from leads sale where sale.id = s.lead_id)
      when s.lead_type = 'domestic' then (select domestic from prices)
      else (select international from prices) end as cost`
}
