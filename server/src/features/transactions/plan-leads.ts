import { pageOf } from '@raahi/contract/fields'
import type { PlanLeadMovement } from '@raahi/contract/transactions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { inDays } from '../../platform/database/in-days.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import type { StatementFilter } from './statement.queries.ts'

interface MovementRow {
  id: string
  kind: PlanLeadMovement['kind']
  number: number
  destination: string | null
  plan_name: string
  at: string
}

/** A page of the leads that an agent's plans paid for or got back, newest first, with the exact total. */
export async function listPlanLeads(
  { kysely }: Database,
  userId: string,
  { page, limit, ...dates }: Omit<StatementFilter, 'userId'> & { page: number; limit: number },
) {
  const { rows } = await sql<{ total: number; shown: MovementRow[] }>`
    with movements as materialized (
      select p.id, 'used' as kind, p.created_at as at, p.lead_id, p.subscription_id from purchases p
      where p.user_id = ${userId} and p.paid_with = 'plan' and ${inDays(sql`p.created_at`, dates) ?? sql`true`}
      union all
      select r.id, 'returned', r.decided_at, p.lead_id, p.subscription_id
      from replacement_requests r join purchases p on p.id = r.purchase_id
      where p.user_id = ${userId} and r.returned = 'plan' and ${inDays(sql`r.decided_at`, dates) ?? sql`true`}
    ), page as (
      select * from movements order by at desc, id desc offset ${(page - 1) * limit} limit ${limit}
    ), shown as (
      select page.id, page.kind, page.at, l.number, l.destination, s.plan_name
      from page join leads l on l.id = page.lead_id join subscriptions s on s.id = page.subscription_id
      order by page.at desc, page.id desc
    )
    select (select count(*)::integer from movements) as total,
      coalesce((select json_agg(shown) from shown), '[]') as shown`.execute(kysely)
  const { total = 0, shown = [] } = rows[0] ?? {}
  return pageOf(shown.map(toMovement), total, page, limit)
}

function toMovement({
  id,
  kind,
  number,
  destination,
  plan_name,
  at,
}: MovementRow): PlanLeadMovement {
  return {
    _id: id,
    kind,
    leadId: leadLabel(number),
    destination,
    planName: plan_name,
    createdAt: new Date(at).toISOString(),
  }
}
