import {
  maxSkippedLeads,
  type SkippedLead,
  type SkipReason,
  skippedLeadDays,
} from '@raahi/contract/automatic-buying'
import { rupeesFromPaise } from '@raahi/contract/money'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { isForSaleSql, isShownToAgentsSql } from '../leads/public/leads.queries.ts'
import type { DueLead } from './public/automatic-purchases.queries.ts'

/** Older skipped leads are not listed, so they are removed. */
export const expiredSkips: ExpiredRows = {
  automatic_buying_skips: `skipped_at < now() - interval '${skippedLeadDays} days'`,
}

/** Stores why rules did not buy a lead. Called after the sale, so that the reason is `own` for rules of the buyer. */
export async function storeSkips(
  tx: Transaction,
  { lead_id, price_paise }: DueLead,
  reasons: ReadonlyMap<string, SkipReason>,
): Promise<void> {
  if (reasons.size === 0) return
  await sql`
    insert into automatic_buying_skips (rule_id, lead_id, price_paise, reason)
    select r.id, ${lead_id}, ${price_paise}::bigint,
      case when skipped.reason = 'sold' and p.user_id = r.user_id then 'own' else skipped.reason end
    from unnest(${[...reasons.keys()]}::uuid[], ${[...reasons.values()]}::text[]) skipped (rule_id, reason)
      join automatic_buying_rules r on r.id = skipped.rule_id
      left join purchases p on p.lead_id = ${lead_id}`.execute(tx)
}

type SkippedRow = Pick<
  Selectable<Schema['leads']>,
  'id' | 'number' | 'city' | 'destination' | 'travel_date' | 'travel_month'
> &
  Pick<Selectable<Schema['automatic_buying_skips']>, 'reason' | 'price_paise' | 'skipped_at'> & {
    is_for_sale: boolean
  }

/** Finds the leads that the rule of a search has skipped recently, the latest first. It reads no contact. */
export async function findSkippedLeads(
  db: Kysely<Schema>,
  searchId: string,
): Promise<SkippedLead[]> {
  const { rows } = await sql<SkippedRow>`
    select l.id, l.number, l.city, l.destination, l.travel_date, l.travel_month, k.reason, k.price_paise, k.skipped_at,
      ${isForSaleSql} as is_for_sale
    from automatic_buying_rules r join automatic_buying_skips k on k.rule_id = r.id
      join leads l on l.id = k.lead_id and ${isShownToAgentsSql}
    where r.search_id = ${searchId} and k.skipped_at > now() - make_interval(days => ${skippedLeadDays}::integer)
    order by k.skipped_at desc, k.lead_id desc limit ${maxSkippedLeads}`.execute(db)
  return rows.map(toSkippedLead)
}

function toSkippedLead(row: SkippedRow): SkippedLead {
  return {
    _id: row.id,
    leadId: leadLabel(row.number),
    city: row.city,
    destination: row.destination,
    travelDate: row.travel_date,
    travelMonth: row.travel_month,
    reason: row.reason,
    price: row.price_paise === null ? null : rupeesFromPaise(row.price_paise),
    skippedAt: row.skipped_at.toISOString(),
    isForSale: row.is_for_sale,
  }
}
