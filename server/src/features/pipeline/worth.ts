import { rupeesFromPaise } from '@raahi/contract/money'
import {
  maxWorthGroups,
  minWorthLeads,
  type WorthFigures,
  type WorthGroup,
} from '@raahi/contract/pipeline-worth'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inDays } from '../../platform/database/in-days.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { placeNameSql } from '../leads/public/place-columns.ts'

interface WorthRow {
  /** The group. Null: the row of all purchases. */
  key: string | null
  leads: number
  spent_paise: number
  returned_leads: number
  returned_paise: number
  won: number
  won_with_amount: number
  won_paise: number
}

const destinationSql = placeNameSql('l', 'destination')
const keys: Record<WorthGroup, RawBuilder<string>> = {
  destination: sql`lower(coalesce(${destinationSql}, ''))`,
  source: sql`coalesce(e.source, 'admin')`,
  month: sql`to_char(p.created_at at time zone 'Asia/Kolkata', 'YYYY-MM')`,
}
const labels: Record<WorthGroup, RawBuilder<string>> = {
  destination: sql`coalesce(${destinationSql}, '')`,
  source: keys.source,
  month: keys.month,
}

/** The cost and the income of an agent's leads, by group. */
export async function readWorth(
  db: Kysely<Schema>,
  of: {
    userId: string
    by: WorthGroup
    startDate?: string | undefined
    endDate?: string | undefined
  },
  maxGroups = maxWorthGroups,
) {
  const rows = await findWorth(db, of)
  const all = rows.find(({ key }) => key === null)
  const leads = all?.leads ?? 0
  const large = rows
    .flatMap((row) => (row.key === null ? [] : [{ key: row.key, ...toFigures(row) }]))
    .filter((group) => group.leads >= minWorthLeads)
    .sort((a, b) => (of.by === 'month' ? b.key.localeCompare(a.key) : b.leads - a.leads))
  const shown = large.slice(0, maxGroups)
  return {
    leads,
    total: all && leads >= minWorthLeads ? toFigures(all) : null,
    groups: of.by === 'month' ? shown.toReversed() : shown,
    leadsInSmallGroups: leads - countLeads(large),
    leadsInFurtherGroups: countLeads(large) - countLeads(shown),
  }
}

const countLeads = (groups: readonly WorthFigures[]) =>
  groups.reduce((sum, group) => sum + group.leads, 0)

/**
 * One row per group and one row for all purchases. A lead from a plan costs the share of the plan's price that a refund
 * pays.
 */
async function findWorth(
  db: Kysely<Schema>,
  { userId, by, ...days }: Parameters<typeof readWorth>[1],
): Promise<WorthRow[]> {
  const conditions = joinConditions([sql`p.user_id = ${userId}`, inDays(sql`p.created_at`, days)])
  const origins =
    by === 'source'
      ? sql`left join lead_origins o on o.lead_id = p.lead_id left join enquiries e on e.id = o.enquiry_id`
      : sql``
  const leads = by === 'destination' ? sql`join leads l on l.id = p.lead_id` : sql``
  const { rows } = await sql<WorthRow>`
    with own as (
      select ${keys[by]} as key, ${labels[by]} as label, p.replacement_status = 'approved' as is_returned,
        case p.paid_with when 'wallet' then p.cost_paise else s.lead_share_paise end as cost_paise,
        case r.returned when 'wallet' then r.refund_paise when 'plan' then s.lead_share_paise end as returned_paise,
        c.stage = 'won' and p.replacement_status <> 'approved' as is_won, c.won_paise
      from purchases p ${leads} ${origins}
      left join subscriptions s on s.id = p.subscription_id
      left join pipeline_cards c on c.purchase_id = p.id and c.user_id = ${userId}
      left join replacement_requests r on r.purchase_id = p.id and r.status = 'approved'
        and p.replacement_status = 'approved'
      where ${conditions}
    )
    select case when grouping(key) = 0 then min(label) end as key, count(*)::integer as leads,
      coalesce(sum(cost_paise), 0)::bigint as spent_paise,
      count(*) filter (where is_returned)::integer as returned_leads,
      coalesce(sum(returned_paise), 0)::bigint as returned_paise,
      count(*) filter (where is_won)::integer as won,
      count(*) filter (where is_won and won_paise is not null)::integer as won_with_amount,
      coalesce(sum(won_paise) filter (where is_won), 0)::bigint as won_paise
    from own group by grouping sets ((key), ())`.execute(db)
  return rows
}

function toFigures(row: WorthRow): WorthFigures {
  const netPaise = row.spent_paise - row.returned_paise
  return {
    leads: row.leads,
    spent: rupeesFromPaise(row.spent_paise),
    returnedLeads: row.returned_leads,
    returned: rupeesFromPaise(row.returned_paise),
    won: row.won,
    wonWithAmount: row.won_with_amount,
    wonAmount: rupeesFromPaise(row.won_paise),
    costPerWon: row.won === 0 ? null : rupeesFromPaise(Math.round(netPaise / row.won)),
  }
}
