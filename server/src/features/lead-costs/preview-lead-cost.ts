import type { Answer } from '@raahi/contract/endpoint'
import type { previewLeadCost as previewLeadCostEndpoint } from '@raahi/contract/lead-costs'
import { leadTypes } from '@raahi/contract/leads'
import { paiseFromRupees } from '@raahi/contract/money'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { isForSaleSql } from '../leads/public/leads.queries.ts'

/**
 * Counts what changes if a lead type gets this price. The price of `both` affects the types without a separate price. No
 * search with a highest price finds a lead without a price.
 */
export async function previewLeadCost(
  { kysely: db }: Database,
  { type, price }: z.output<typeof previewLeadCostEndpoint.query>,
): Promise<Answer<typeof previewLeadCostEndpoint>> {
  const paise = paiseFromRupees(Number(price))
  const { rows } = await sql<Answer<typeof previewLeadCostEndpoint>>`
    with affected as (
      select type, lead_price_paise(type) as present from unnest(${sql.val(leadTypes)}::text[]) type
      where lead_price_paise(type) is distinct from ${paise}
        and case when ${type} = 'both' then type not in (select type from lead_costs) else type = ${type} end
    ), searches as (
      select s.max_price_paise >= ${paise} as finds_new,
        exists (
          select from affected a where coalesce(s.lead_type, a.type) = a.type and s.max_price_paise >= a.present
        ) as finds_present
      from saved_searches s join users u on u.id = s.user_id
      where s.max_price_paise is not null and s.paused_at is null and u.status = 'active'
        and exists (select from affected a where coalesce(s.lead_type, a.type) = a.type)
    )
    select
      (select count(*) from leads l join affected a on a.type = l.lead_type where ${isForSaleSql})::integer as leads,
      (select count(*) from searches where finds_present and not finds_new)::integer as "searchesLost",
      (select count(*) from searches where finds_new and not finds_present)::integer as "searchesWon"`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('the counts are missing')
  return counts
}
