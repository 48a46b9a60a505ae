import { maxCountedLeads } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { snapshotSql } from '../../platform/database/snapshot.ts'
import { type Condition, type LeadSelection, leadConditions } from './lead-filters.ts'
import { leadOrder } from './lead-orders.ts'
import { agentsContactSql } from './public/contact-stopped.ts'
import type { LeadRow } from './public/lead-response.ts'
import {
  costSql,
  fullCostSql,
  hasEmailSql,
  isShownToAgentsSql,
  leadPricesSql,
  tripColumnsSql,
} from './public/leads.queries.ts'

/** A lead of a page with its buyer. */
export interface ListedLeadRow extends LeadRow {
  buyer_id: string | null
}

export interface LeadPageRows {
  /** The snapshot in which rows and total were read. */
  snapshot: string
  total: number
  /** Whether more leads match than `total`, which is then `maxCountedLeads`. */
  isTotalCapped: boolean
  hasNextPage: boolean
  rows: ListedLeadRow[]
}

/**
 * Finds a page of leads with its total, in one statement and so in one snapshot.
 * @param withContacts whether to read phone and email of every lead, only for admins
 */
export async function findLeadPage(
  database: Database,
  query: LeadSelection,
  withContacts: boolean,
): Promise<LeadPageRows> {
  const { page, limit } = query
  const counted = query.total === 'exact' ? sql`` : sql`limit ${maxCountedLeads + 1}`
  const { rows } = await sql<{ snapshot: string; total: number; rows: ListedLeadRow[] }>`
    with ${pricesSql(query.today)},
    page_of_leads as materialized (${pageSql(query)}),
    shown as (
      select ${shownColumnsSql(query.today, withContacts)}
      from page_of_leads page join leads l on l.id = page.id ${leadPricesSql(sql`prices`)}
        ${withContacts ? sql`` : buyersSql}
      order by page.position
    )
    select ${sql.raw(snapshotSql)} as snapshot,
      (select count(*) from (select from leads l where ${leadConditions(query)} ${counted}) found) as total,
      coalesce((select json_agg(shown) from shown), '[]') as rows`.execute(database.kysely)
  const [found] = rows
  if (!found) throw new Error('the page query returned no row')
  const isTotalCapped = query.total !== 'exact' && found.total > maxCountedLeads
  return {
    snapshot: found.snapshot,
    total: isTotalCapped ? maxCountedLeads : found.total,
    isTotalCapped,
    hasNextPage: isTotalCapped ? found.rows.length > limit : page * limit < found.total,
    rows: found.rows.slice(0, limit),
  }
}

/** Finds one lead without its contact; undefined if agents may not see it. */
export async function findListedLead(
  database: Database,
  id: string,
  today: string,
): Promise<ListedLeadRow | undefined> {
  const { rows } = await sql<ListedLeadRow>`
    with ${pricesSql(today)}
    select ${shownColumnsSql(today, false)} from leads l ${leadPricesSql(sql`prices`)} ${buyersSql}
    where l.id = ${id} and ${isShownToAgentsSql}`.execute(database.kysely)
  return rows[0]
}

const pricesSql = (today: string) =>
  sql`prices as materialized (select * from lead_prices(${today}::date))`

const buyersSql = sql`left join purchases p on p.lead_id = l.id`

function shownColumnsSql(today: string, withContacts: boolean): Condition {
  const contacts = withContacts
    ? sql`l.phone, l.email, null::uuid as buyer_id, null::text as replacement_status`
    : sql`null::text as phone, null::text as email, p.user_id as buyer_id, p.replacement_status`
  return sql`${tripColumnsSql('l')}, l.status,
    l.status = 'buy' and (l.is_expired and l.corrected_from is null
      or coalesce(is_travel_over(l.travel_date, l.month_end, ${today}), false)) as expired,
    l.corrected_from is not null as under_review, ${costSql} as cost_paise,
    ${fullCostSql} as full_cost_paise, ${hasEmailSql('l')} as has_email, ${contacts}`
}

/** Ids of the page in order and of one more lead, as (id, position). */
function pageSql(query: LeadSelection): Condition {
  const offset = (query.page - 1) * query.limit
  const needed = offset + query.limit + 1
  const { parts, order } = leadOrder(query.sort, query.today)
  const conditions = leadConditions(query)
  const reads = parts.map(({ where, order, cost, isPerPrice }) => {
    const read = sql`
      select l.id, l.created_at, l.travel_date, l.status, ${cost ?? sql`null::bigint`} as cost from leads l
      where ${conditions} and ${where} order by ${order} limit ${needed}`
    return isPerPrice
      ? sql`(select part.* from prices price cross join lateral (${read}) part)`
      : sql`(${read})`
  })
  return sql`
    select id, row_number() over (order by ${order}) as position from (
      select * from (${sql.join(reads, sql` union all `)}) candidates
      order by ${order} offset ${offset} limit ${query.limit + 1}
    ) page`
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
