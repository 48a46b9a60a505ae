import { type LeadType, leadTypes } from '@raahi/contract/leads'
import { rupeesFromPaise } from '@raahi/contract/money'
import {
  type AgedLeads,
  type AgeRule,
  ageingPreviewDays,
  type PriceAgeing,
} from '@raahi/contract/price-ageing'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

interface RuleRow {
  version: number
  starts_at: Date
  created_by: string | null
  created_by_name: string | null
  steps: { lead_type: LeadType; after_days: number; percent: number }[]
}

/** The latest versions, newest first. */
export async function findRules(db: Kysely<Schema>, limit: number): Promise<PriceAgeing[]> {
  const { rows } = await sql<RuleRow>`
    select r.version, r.starts_at, r.created_by, u.name as created_by_name,
      (select coalesce(json_agg(s order by s.after_days), '[]') from ageing_steps s where s.version = r.version) as steps
    from ageing_rules r left join users u on u.id = r.created_by
    order by r.version desc limit ${limit}`.execute(db)
  return rows.map(toRule)
}

/** The rule in force. */
export async function findRule(db: Kysely<Schema>): Promise<PriceAgeing> {
  const [rule] = await findRules(db, 1)
  if (!rule) throw new Error('the first ageing rule is missing')
  return rule
}

function toRule(row: RuleRow): PriceAgeing {
  const { created_by: id, created_by_name: name } = row
  const stepsOf = (type: LeadType) =>
    row.steps
      .filter(({ lead_type }) => lead_type === type)
      .map(({ after_days, percent }) => ({ afterDays: after_days, percent }))
  return {
    domestic: stepsOf('domestic'),
    international: stepsOf('international'),
    version: row.version,
    startsAt: row.starts_at.toISOString(),
    by: id === null || name === null ? null : { _id: id, name },
  }
}

/** The steps of a rule as rows of `ageing_steps`, without the version. */
export function toSteps(rule: AgeRule) {
  return leadTypes.flatMap((type) =>
    rule[type].map(({ afterDays, percent }) => ({
      lead_type: type,
      after_days: afterDays,
      percent,
    })),
  )
}

/** Counts the leads on sale by the price that other steps give them today, youngest leads first. */
export async function countAgedLeads(db: Kysely<Schema>, rule: AgeRule): Promise<AgedLeads[]> {
  const { rows } = await sql<{
    lead_type: LeadType
    after_days: number
    price_paise: number | null
    leads: number
    recent_leads: number
  }>`
    with steps as (
      select lead_type, 0 as after_days, full_price_paise as price_paise
      from lead_prices(today_in_india()) where created_before = 'infinity'
      union all
      select s.lead_type, s.after_days, aged_price_paise(p.full_price_paise, s.percent)
      from jsonb_to_recordset(${JSON.stringify(toSteps(rule))}::jsonb) s (lead_type text, after_days integer, percent integer)
        join lead_prices(today_in_india()) p on p.lead_type = s.lead_type and p.created_before = 'infinity'
    ), ages as (
      select lead_type, today_in_india() - day_in_india(created_at) as days, count(*) as leads
      from leads
      where status = 'buy' and deleted_at is null and not is_expired
        and is_travel_over(travel_date, month_end, today_in_india()) is not true
      group by 1, 2
    ), ranges as (
      select *, lead(after_days) over (partition by lead_type order by after_days) as next_after_days from steps
    )
    select r.lead_type, r.after_days, r.price_paise, coalesce(sum(a.leads), 0)::integer as leads,
      coalesce(sum(a.leads) filter (where a.days < ${ageingPreviewDays}::integer), 0)::integer as recent_leads
    from ranges r left join ages a on a.lead_type = r.lead_type
      and (a.days >= r.after_days or r.after_days = 0) and (a.days < r.next_after_days) is not false
    group by 1, 2, 3 order by 1, 2`.execute(db)
  return rows.map((row) => ({
    leadType: row.lead_type,
    afterDays: row.after_days,
    price: row.price_paise === null ? null : rupeesFromPaise(row.price_paise),
    leads: row.leads,
    recentLeads: row.recent_leads,
  }))
}
