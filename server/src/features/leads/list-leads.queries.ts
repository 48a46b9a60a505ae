import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { snapshotSql } from '../../platform/database/snapshot.ts'
import { agentsContactSql } from '../purchases/contact-stopped.ts'
import {
  type Condition,
  countedConditions,
  hiddenCounts,
  isSearch,
  isTravelOverSql,
  type LeadSelection,
  leadConditions,
  leadSource,
  unmarkedCounts,
} from './lead-filters.ts'
import { costOrder, leadOrder, soldCostOrder, soonestOrder } from './lead-orders.ts'
import type { LeadRow } from './lead-wire.ts'
import { hasEmailSql, isShownToAgentsSql, tripColumnsSql } from './leads.queries.ts'
import { findKnownSearch, type ListSql, searchSql } from './search-leads.queries.ts'
import { chooseSearchPlan, maxCountedLeads } from './search-plan.ts'

/** A lead of a page with its buyer. */
export interface ListedLeadRow extends LeadRow {
  buyer_id: string | null
}

export interface LeadPageRows {
  /** The snapshot in which rows and total were read. */
  snapshot: string
  total: number
  /** Whether more leads match than `total`, which is then the maximum up to which leads are counted. */
  isTotalCapped: boolean
  hasNextPage: boolean
  /** The rows of the page, followed by the requested spare rows. */
  rows: ListedLeadRow[]
}

/** Pages beyond this offset are found by the day on which they start. */
const shallowOffset = 500

/**
 * Finds a page of leads with its total.
 * @param withContacts whether to read phone and email of every lead, only for admins
 * @param spareRows the number of rows to read after the page, for a list that is not a search
 */
export async function findLeadPage(
  database: Database,
  query: LeadSelection,
  withContacts: boolean,
  spareRows = 0,
): Promise<LeadPageRows> {
  if (!isSearch(query)) {
    const list = plainListSql(query, spareRows)
    return (await readLeadPage(database, query, withContacts, list, spareRows)).page
  }
  const { estimate, places } = await findKnownSearch(database, query)
  const plan = chooseSearchPlan(query, estimate)
  const read = (known?: string) =>
    readLeadPage(database, query, withContacts, searchSql(query, plan, known))
  const found = await read(places)
  // If the places differ, a matching destination or city was added after the first statement.
  return found.places === places ? found.page : (await read()).page
}

/** Finds one lead without its contact; undefined if agents may not see it. */
export async function findListedLead(
  database: Database,
  id: string,
  today: string,
): Promise<ListedLeadRow | undefined> {
  const list: ListSql = {
    tables: sql``,
    page: sql`select l.id, 1 as position from leads l where l.id = ${id} and ${isShownToAgentsSql}`,
    total: sql`1::bigint`,
    isCapped: false,
    places: sql`null`,
  }
  const query = { page: 1, limit: 1, today }
  return (await readLeadPage(database, query, false, list)).page.rows[0]
}

/** Reads the page and its total in one statement and so in one snapshot. */
export async function readLeadPage(
  database: Database,
  query: Pick<LeadSelection, 'page' | 'limit' | 'today'>,
  withContacts: boolean,
  list: ListSql,
  spareRows = 0,
): Promise<{ page: LeadPageRows; places: string | null }> {
  const contacts = withContacts
    ? sql`l.phone, l.email, null::uuid as buyer_id, null::text as replacement_status`
    : sql`null::text as phone, null::text as email, p.user_id as buyer_id, p.replacement_status`
  const buyers = withContacts ? sql`` : sql`left join purchases p on p.lead_id = l.id`
  const { rows } = await sql<{
    snapshot: string
    places: string | null
    total: number
    rows: ListedLeadRow[]
  }>`
    with prices as materialized (
      select lead_price_paise('domestic') as domestic,
        lead_price_paise('international') as international
    ),
    ${list.tables}
    page_of_leads as materialized (${list.page}),
    shown as (
      select ${tripColumnsSql('l')}, l.status,
        l.status = 'buy' and coalesce(${isTravelOverSql('l', query.today)}, false) as expired,
        l.corrected_from is not null as under_review, ${costSql} as cost_paise,
        ${hasEmailSql('l')} as has_email, ${contacts}
      from page_of_leads page join leads l on l.id = page.id cross join prices ${buyers}
      order by page.position
    )
    select ${sql.raw(snapshotSql)} as snapshot, ${list.places} as places, (${list.total}) as total,
      coalesce((select json_agg(shown) from shown), '[]') as rows`.execute(database.kysely)
  const [row] = rows
  if (!row) throw new Error('the page query returned no row')
  const { snapshot, total, places } = row
  const isTotalCapped = list.isCapped && total > maxCountedLeads
  const page = {
    snapshot,
    total: isTotalCapped ? maxCountedLeads : total,
    isTotalCapped,
    hasNextPage: isTotalCapped ? row.rows.length > query.limit : query.page * query.limit < total,
    rows: row.rows.slice(0, query.limit + spareRows),
  }
  return { page, places }
}

/** The statement's parts for a list that is not a search. */
function plainListSql(query: LeadSelection, spareRows: number): ListSql {
  const offset = (query.page - 1) * query.limit
  return {
    tables: sql``,
    page: pageSql({ ...query, limit: query.limit + spareRows }, offset),
    total: totalSql(query),
    isCapped: false,
    places: sql`null`,
  }
}

/** The current price of a lead for sale, the frozen price of a sold lead. */
const costSql = sql`
  case when l.status = 'sold' then l.sold_cost_paise
    when l.lead_type = 'domestic' then prices.domestic else prices.international end`

function totalSql(query: LeadSelection): Condition {
  return sql`
    select coalesce(sum(n), 0)::bigint from (
      select n from lead_totals t where ${countedConditions(query, 't')}
      union all ${countChangesSql(query)}
    ) counts`
}

/** Changes of the counts that are not folded yet. */
function countChangesSql(query: LeadSelection): Condition {
  const unmarked = unmarkedCounts(query)
  const hidden = hiddenCounts(query)
  const where = countedConditions(query, 'c')
  return sql`
    select c.n from lead_count_changes c where ${where}
    ${unmarked ? sql`union all select c.n from ${unmarked} c where ${where}` : sql``}
    ${hidden ? sql`union all select c.n from ${hidden} c where ${where}` : sql``}`
}

/** Ids of the page in order, as (id, position). */
function pageSql(query: LeadSelection, offset: number): Condition {
  switch (query.sort) {
    case '-createdAt':
    case 'createdAt':
      // The stored counts of days contain the leads under review.
      return offset > shallowOffset && !query.hidesReviews
        ? deepPageSql(query, offset)
        : orderedSql(query, sql`${offset}`)
    case 'travelDate':
      return bySoonestSql(query, offset)
    case '-travelDate':
      return orderedSql(query, sql`${offset}`)
    case 'cost':
    case '-cost':
      return byCostSql(query, offset)
  }
}

/** Selects the rows of the page with their positions. The rows before the page are not numbered. */
function orderedSql(query: LeadSelection, offset: Condition, from?: Condition) {
  const order = leadOrder(query.sort, query.today)
  // An index must contain the selected columns.
  const by = query.sort.endsWith('createdAt') ? sql`l.created_at` : sql`l.travel_date`
  return sql`
    select id, row_number() over (order by ${order}) as position from (
      select l.id, ${by} from ${leadSource(query)}
      where ${leadConditions(query)} ${from ? sql`and ${from}` : sql``}
      order by ${order} offset ${offset} limit ${query.limit}
    ) page`
}

/** Leads by travel date, soonest first. Three ordered reads return every row that the page can show. */
function bySoonestSql(query: LeadSelection, offset: number): Condition {
  const { today } = query
  const conditions = leadConditions(query)
  const read = (part: Condition, order: Condition) => sql`
    (select l.id, l.travel_date from ${leadSource(query)} where ${conditions} and ${part}
    order by ${order} limit ${offset + query.limit})`
  const order = soonestOrder(today)
  return sql`
    select id, row_number() over (order by ${order}) as position from (
      select id, travel_date from (
        ${read(sql`l.travel_date >= ${today}`, sql`l.travel_date, l.id`)}
        union all ${read(sql`l.travel_date is null`, sql`l.id`)}
        union all ${read(sql`l.travel_date < ${today}`, sql`l.travel_date desc, l.id desc`)}
      ) candidates
      order by ${order} offset ${offset} limit ${query.limit}
    ) page`
}

/**
 * A deep page of leads by creation. The cost of an offset grows with the skipped rows, so the counts per day give the
 * day on which the page starts, and only rows of that day are skipped.
 */
function deepPageSql(query: LeadSelection, offset: number): Condition {
  const isNewestFirst = query.sort === '-createdAt'
  const from = isNewestFirst
    ? sql`l.created_at < ((select day from start) + 1)::timestamp at time zone 'UTC'`
    : sql`l.created_at >= (select day from start)::timestamp at time zone 'UTC'`
  return sql`
    with start as materialized (${startSql(query, offset)})
    ${orderedSql(query, sql`(select ${offset} - before from start)`, from)}`
}

/** The day on which a page starts, and the number of rows before that day. */
function startSql(query: LeadSelection, offset: number): Condition {
  const { sort, today, leadType = null, tripType = null, satatus = null, expired = null } = query
  return sql`
    select * from lead_page_start(p_offset => ${offset}, p_is_newest_first => ${sort === '-createdAt'}, p_today => ${today},
      p_lead_type => ${leadType}, p_trip_type => ${tripType}, p_status => ${satatus}, p_is_expired => ${expired})`
}

/**
 * Leads by price. Leads for sale of one type have the same price, so three short ordered reads (domestic,
 * international, sold) return every row that the page can show, and only those are merged. Leads without a price are
 * lowest; at the same price, leads for sale come first, newest first.
 */
function byCostSql(query: LeadSelection, offset: number): Condition {
  const isAscending = query.sort === 'cost'
  const needed = offset + query.limit
  const conditions = leadConditions(query)
  const forSale = (type: 'domestic' | 'international') => sql`
    (select l.id, prices.${sql.ref(type)} as cost, l.status, l.created_at
    from ${leadSource(query)} cross join prices
    where ${conditions} and l.status = 'buy' and l.lead_type = ${type}
    order by l.created_at desc, l.id desc limit ${needed})`
  const soldOrder = soldCostOrder(isAscending)
  const order = costOrder(isAscending)
  return sql`
    select id, row_number() over (order by ${order}) as position from (
      ${forSale('domestic')} union all ${forSale('international')} union all
      (select l.id, l.sold_cost_paise as cost, l.status, l.created_at from ${leadSource(query)}
      where ${conditions} and l.status = 'sold' order by ${soldOrder} limit ${needed})
    ) candidates order by ${order} offset ${offset} limit ${query.limit}`
}

/** Finds the fields that only the buyer sees, for those of the given leads that this user has bought. */
export async function findOwnContacts(
  database: Database,
  userId: string,
  leadIds: readonly string[],
): Promise<Map<string, Pick<LeadRow, 'phone' | 'email' | 'replacement_status'>>> {
  const rows = await database.kysely
    .selectFrom('purchases as p')
    .innerJoin('leads as l', 'l.id', 'p.lead_id')
    .select(['l.id', agentsContactSql('phone').as('phone'), agentsContactSql('email').as('email')])
    .select('p.replacement_status')
    .where('p.user_id', '=', userId)
    .where('p.lead_id', 'in', leadIds)
    .execute()
  return new Map(rows.map(({ id, ...own }) => [id, own]))
}
