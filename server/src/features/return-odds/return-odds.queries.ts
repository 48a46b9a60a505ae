import type { LeadType } from '@raahi/contract/leads'
import { type ComputedOdds, type LeadGroup, minOddsPurchases } from '@raahi/contract/return-odds'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { groupColumnsSql, leadGroupSql } from './lead-group.ts'

/**
 * Finds the odds of a lead's group.
 * @returns null if the odds must not be shown, because they are based on too few purchases or were no better than the
 * base rate in the back-test; undefined if the lead is missing or deleted
 */
export async function findLeadOdds(
  db: Kysely<Schema>,
  leadId: string,
): Promise<{ purchases: number; odds: number } | null | undefined> {
  const { rows } = await sql<{ purchases: number | null; odds: number | null }>`
    select shown.purchases, shown.odds
    from leads l left join lead_origins o on o.lead_id = l.id
    cross join lateral (select ${leadGroupSql(sql`coalesce(l.sold_at, now())`)}) own
    left join lateral (
      select g.purchases, g.odds from return_odds_groups g join return_odds on is_better
      where (${groupColumnsSql}) = (own.verification, own.source, own.completeness, own.has_travel_date, own.lead_type)
        and g.purchases >= ${minOddsPurchases}
    ) shown on true
    where l.id = ${leadId} and l.deleted_at is null`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { purchases, odds } = row
  return purchases === null || odds === null ? null : { purchases, odds }
}

interface GroupRow {
  verification: LeadGroup['verification']
  source: LeadGroup['source']
  completeness: LeadGroup['completeness']
  has_travel_date: boolean
  lead_type: LeadType
  purchases: number
  returned: number
  odds: number
}

interface OddsRow {
  computed_at: Date
  purchases: number
  returned: number
  base_rate: number | null
  prior_weight: number
  is_better: boolean
  tested: number
  brier: number | null
  base_brier: number | null
  months: { month: string; tested: number; returned: number; brier: number; base_brier: number }[]
  tenths: { tenth: number; tested: number; predicted: number; returned: number }[]
  groups: GroupRow[]
}

/** The results of the latest computation, read in one snapshot. Null: the odds were never computed. */
export async function findReturnOdds(db: Kysely<Schema>): Promise<ComputedOdds | null> {
  const { rows } = await sql<OddsRow>`
    select o.*,
      (select coalesce(json_agg(m order by m.month), '[]') from return_odds_months m) as months,
      (select coalesce(json_agg(t order by t.tenth), '[]') from return_odds_tenths t) as tenths,
      (select coalesce(json_agg(g order by g.purchases desc, ${groupColumnsSql}), '[]')
        from return_odds_groups g) as groups
    from return_odds o`.execute(db)
  const [row] = rows
  return row ? toComputedOdds(row) : null
}

function toComputedOdds(row: OddsRow): ComputedOdds {
  const { tested, brier, base_brier: baseBrier } = row
  return {
    computedAt: row.computed_at.toISOString(),
    purchases: row.purchases,
    returned: row.returned,
    baseRate: row.base_rate,
    priorWeight: row.prior_weight,
    isBetter: row.is_better,
    backTest: brier === null || baseBrier === null ? null : { purchases: tested, brier, baseBrier },
    months: row.months.map(({ tested: purchases, base_brier, ...month }) => ({
      ...month,
      purchases,
      baseBrier: base_brier,
    })),
    tenths: row.tenths.map(({ tested: purchases, ...tenth }) => ({ ...tenth, purchases })),
    groups: row.groups.map(({ has_travel_date, lead_type, ...group }) => ({
      ...group,
      hasTravelDate: has_travel_date,
      leadType: lead_type,
    })),
  }
}
