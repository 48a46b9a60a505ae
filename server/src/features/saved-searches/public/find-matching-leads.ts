import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** A lead that matches a saved search. */
export interface MatchingLead {
  id: string
  number: number
  destination: string | null
  lead_type: 'domestic' | 'international'
  /** The price of the lead when it was put on sale, at the present price of its type if unsold. Null: no price is set. */
  price_paise: number | null
  created_at: Date
  is_sold: boolean
  sold_at: Date | null
}

/**
 * Finds leads for the preview of a saved search: leads that were put on sale in the last `days` days and match its
 * present filters, newest first, at most `limit`. They include leads from before the search was saved and sold leads.
 * Leads are compared with their price when they were put on sale. No contact is read.
 */
export async function findMatchingLeads(
  db: Kysely<Schema>,
  searchId: string,
  { days, limit }: { days: number; limit: number },
): Promise<MatchingLead[]> {
  const { rows } = await sql<MatchingLead>`
    select l.id, l.number, l.destination, l.lead_type, price.price_paise, l.created_at, l.status = 'sold' as is_sold,
      l.sold_at
    from leads l
      left join purchases p on p.lead_id = l.id
      join lead_prices(today_in_india()) new_lead on new_lead.lead_type = l.lead_type and new_lead.created_before = 'infinity'
      cross join lateral (select case when l.status = 'sold' then coalesce(p.full_price_paise, l.sold_cost_paise)
        else new_lead.price_paise end as price_paise) price
      join saved_searches s on s.id = ${searchId}
    where l.created_at > now() - make_interval(days => ${days}::integer) and l.deleted_at is null
      and l.corrected_from is null and fits_saved_search(s, l, price.price_paise)
    order by l.created_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}
