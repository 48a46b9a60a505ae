import type { RevenueGrouping, RevenueRow } from '@raahi/contract/revenue'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inDays } from '../../platform/database/in-days.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { placeNameSql } from '../leads/public/place-columns.ts'

export interface RevenueAmounts {
  kind: RevenueRow['kind']
  name: string | null
  sales: number
  revenue_paise: number
  refunds_paise: number
}

interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** How a grouping names the money of lead `l` with origin `o`, and of subscription `s`. */
const namesOf: Record<RevenueGrouping, { lead: RawBuilder<unknown>; plan: RawBuilder<unknown> }> = {
  destination: { lead: placeNameSql('l', 'destination'), plan: sql`null` },
  source: { lead: sql`o.source`, plan: sql`null` },
  'lead-type': { lead: sql`l.lead_type`, plan: sql`s.type` },
  plan: { lead: sql`null`, plan: sql`s.plan_name` },
  day: { lead: daySql(), plan: daySql() },
}

function daySql() {
  return sql`to_char(day_in_india(e.created_at), 'YYYY-MM-DD')`
}

/**
 * The postings of the revenue accounts in a period, by group. A refund belongs to the group of its sale: to the lead, or to the
 * plan that had paid the lead.
 */
export async function findRevenue(
  db: Kysely<Schema>,
  by: RevenueGrouping,
  period: Period,
): Promise<RevenueAmounts[]> {
  const { lead, plan } = namesOf[by]
  const isDay = by === 'day'
  const kind = (name: 'leads' | 'plans') => sql.lit(isDay ? 'all' : name)
  const days = { startDate: period.from, endDate: period.to }
  const inPeriod = inDays(sql`e.created_at`, days) ?? sql`true`
  const { rows } = await sql<RevenueAmounts>`
    with money as (
      select ${kind('leads')} as kind, ${lead} as name, 1 as sale, e.amount_paise as revenue, 0 as refund
      from journal_entries e join purchases p on p.entry_id = e.id join leads l on l.id = p.lead_id
        left join lead_origins o on o.lead_id = l.id
      where e.method = 'lead_wallet' and ${inPeriod}
      union all
      select ${kind('plans')}, ${plan}, 1, e.amount_paise, 0
      from journal_entries e join subscriptions s on s.entry_id = e.id
      where ${inPeriod}
      union all
      select case when s.id is null then ${kind('leads')} else ${kind('plans')} end,
        case when s.id is null then ${lead} else ${plan} end, 0, 0, e.amount_paise
      from journal_entries e join replacement_requests r on r.entry_id = e.id join purchases p on p.id = r.purchase_id
        join leads l on l.id = p.lead_id left join lead_origins o on o.lead_id = l.id
        left join subscriptions s on s.id = p.subscription_id
      where e.method = 'wallet_refund' and ${inPeriod}
      union all
      select ${kind('plans')}, ${plan}, 0, 0, e.amount_paise
      from journal_entries e join refunds r on r.debit_entry_id = e.id join payments p on p.id = r.payment_id
        join subscriptions s on s.entry_id = p.entry_id
      where e.method = 'plan_refund' and ${inPeriod}
    )
    select kind, min(name) as name, sum(sale)::integer as sales, sum(revenue)::bigint as revenue_paise,
      sum(refund)::bigint as refunds_paise
    from money group by kind, lower(name)
    order by ${isDay ? sql`min(name)` : sql`revenue_paise desc, min(name)`}`.execute(db)
  return rows
}
