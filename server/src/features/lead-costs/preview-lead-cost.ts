import type { Answer } from '@raahi/contract/endpoint'
import type { previewLeadCost as previewLeadCostEndpoint } from '@raahi/contract/lead-costs'
import { paiseFromRupees } from '@raahi/contract/money'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { isForSaleSql } from '../leads/public/leads.queries.ts'

/**
 * Counts what changes if a lead type gets this price. The price of `both` affects the types without a separate price.
 * Searches are compared with new leads, so age steps do not count. No search with a highest price finds a lead without a price.
 */
export async function previewLeadCost(
  { kysely: db }: Database,
  { type, price }: z.output<typeof previewLeadCostEndpoint.query>,
): Promise<Answer<typeof previewLeadCostEndpoint>> {
  const paise = paiseFromRupees(Number(price))
  const { rows } = await sql<Answer<typeof previewLeadCostEndpoint>>`
    with affected as (
      select lead_type as type, full_price_paise as present from lead_prices(today_in_india())
      where created_before = 'infinity' and full_price_paise is distinct from ${paise}
        and case when ${type} = 'both' then lead_type not in (select type from lead_costs) else lead_type = ${type} end
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
