import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** A lead that fits a saved search. */
export interface MatchingLead {
  id: string
  number: number
  destination: string | null
  lead_type: 'domestic' | 'international'
  /** The present price, or that of the sale; null: no price is set. */
  price_paise: number | null
  created_at: Date
  is_sold: boolean
  sold_at: Date | null
}

/**
 * The leads that were put on sale in the last `days` days and fit a saved search, also those from before it was saved, and
 * those that are sold by now; newest first, at most `limit`. For a preview: the filters are compared as they are now, with the
 * present price of unsold leads. No contact is read.
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
      and fits_saved_search(s, l, price.price_paise)
    order by l.created_at desc, l.lead_id desc limit ${limit}`.execute(db)
  return rows
}
