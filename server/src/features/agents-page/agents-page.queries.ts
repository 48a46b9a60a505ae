import type { TravelMonth } from '@raahi/contract/enquiry-labels'
import type { LeadType, TripType } from '@raahi/contract/leads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** The public part of an unsold lead: only the trip, without name, city, contact, id and exact date. */
export interface SampleLeadRow {
  destination: string | null
  travel_month: TravelMonth | null
  travel_days: number
  travellers: number
  trip_type: TripType
  /** Null if no price is set. */
  price_paise: number | null
}

/** Finds the newest leads for sale. It reads no contact and no name. */
export async function findSampleLeads(db: Kysely<Schema>, limit: number): Promise<SampleLeadRow[]> {
  const { rows } = await sql<SampleLeadRow>`
    select destination, coalesce(to_char(travel_date, 'FMMonth'), travel_month) as travel_month,
      travel_days, adult + children + infant as travellers, trip_type,
      (lead_price(lead_type, created_at, today_in_india())).price_paise
    from leads
    where deleted_at is null and status = 'buy' and not is_expired
      and is_travel_over(travel_date, month_end, today_in_india()) is not true
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** The price of each lead type, without the steps of age; null if none is set. */
export interface LeadPrices extends Record<LeadType, number | null> {
  /** Whether leads become cheaper with their age. */
  isFalling: boolean
}

export async function findLeadPrices(db: Kysely<Schema>): Promise<LeadPrices> {
  const { rows } = await sql<LeadPrices>`
    select max(full_price_paise) filter (where lead_type = 'domestic') as domestic,
      max(full_price_paise) filter (where lead_type = 'international') as international,
      coalesce(bool_or(price_paise < full_price_paise), false) as "isFalling"
    from lead_prices(today_in_india())`.execute(db)
  return rows[0] ?? { domestic: null, international: null, isFalling: false }
}
