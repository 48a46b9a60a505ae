import type { Lead, LeadStatus, LeadType, ReplacementStatus, TripType } from '@raahi/contract/leads'
import { rupeesFromPaise } from '@raahi/contract/money'

/** A lead from a query. Contact fields are present only if the viewer may see them. */
export interface LeadRow {
  id: string
  number: number
  name: string
  phone: string | null
  email: string | null
  /** Present even if the viewer may not see the email itself. */
  has_email: boolean
  city: string | null
  destination: string | null
  travel_date: string | null
  travel_days: number
  travel_nights: number
  adult: number
  children: number
  infant: number
  trip_type: TripType
  lead_type: LeadType
  status: LeadStatus
  /** Unsold after its travel date. */
  expired: boolean
  cost_paise: number | null
  replacement_status: ReplacementStatus | null
  created_at: Date | string
}

/** Formats the short number of a lead: LD-000123. */
export function leadLabel(number: number): string {
  return `LD-${String(number).padStart(6, '0')}`
}

/** Maps a lead to its wire format. */
export function toLead(row: LeadRow): Lead {
  return {
    _id: row.id,
    leadId: leadLabel(row.number),
    name: row.name,
    phone: row.phone,
    email: row.email,
    hasEmail: row.has_email,
    city: row.city,
    destination: row.destination,
    travelDate: row.travel_date,
    travelTime: `${row.travel_days} (days) - ${row.travel_nights} (nights)`,
    travelDays: row.travel_days,
    travelNights: row.travel_nights,
    adult: row.adult,
    children: row.children,
    infant: row.infant,
    totalMembers: {
      adult: String(row.adult),
      children: String(row.children),
      infant: String(row.infant),
    },
    tripType: row.trip_type,
    leadType: row.lead_type,
    satatus: row.status,
    expired: row.expired,
    cost: row.cost_paise === null ? null : rupeesFromPaise(row.cost_paise),
    replacementStatus: row.replacement_status,
    createdAt: new Date(row.created_at).toISOString(),
  }
}
