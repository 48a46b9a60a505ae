import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** A lead that matches a saved search. */
export interface MatchingLead {
  id: string
  number: number
  destination: string | null
  lead_type: 'domestic' | 'international'
  /** The present price, or the price of the sale. Null: no price is set. */
  price_paise: number | null
  created_at: Date
  is_sold: boolean
  sold_at: Date | null
}

/**
 * Finds leads for the preview of a saved search: leads that were put on sale in the last `days` days and match its
 * present filters, newest first, at most `limit`. They include leads from before the search was saved and sold leads.
 * Unsold leads are compared with their present price. No contact is read.
 */
export async function findMatchingLeads(
  db: Kysely<Schema>,
  searchId: string,
  { days, limit }: { days: number; limit: number },
): Promise<MatchingLead[]> {
  const { rows } = await sql<MatchingLead>`
    select lead.id, lead.number, lead.destination, lead.lead_type, price.price_paise, lead.created_at,
      lead.status = 'sold' as is_sold, lead.sold_at
    from lead_search l join leads lead on lead.id = l.lead_id
      cross join lateral (select case when lead.status = 'sold' then lead.sold_cost_paise
        else lead_price_paise(lead.lead_type) end as price_paise) price
      join saved_searches s on s.id = ${searchId}
    where l.created_at > now() - make_interval(days => ${days}::integer) and not l.is_deleted
      and lead.corrected_from is null
      and fits_saved_search(s, l, price.price_paise)
    order by l.created_at desc, l.lead_id desc limit ${limit}`.execute(db)
  return rows
}
