import type { EnquiryCorrection } from '@raahi/contract/enquiries'
import { type LeadStatus, toWireStatus } from '@raahi/contract/lead-status'
import type { Lead, LeadFields, ReplacementStatus } from '@raahi/contract/leads'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { Selectable } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/**
 * The one projection of a lead: what every query of leads reads, except the contact. Enquiries have the same columns. A new
 * field of a lead is added here, to `toTrip`, to `toColumns` and to the contract. It is then in the list, purchases,
 * replacement requests, the audit log and exports of personal data.
 */
export const tripColumns = [
  'id',
  'number',
  'name',
  'city',
  'destination',
  'travel_date',
  'travel_days',
  'travel_nights',
  'adult',
  'children',
  'infant',
  'trip_type',
  'lead_type',
  'travel_month',
  'budget_per_person',
  'priority',
  'email_verified_at',
  'phone_verified_at',
  'created_at',
] as const

/** The projection of a lead or an enquiry, as a query returns it. */
export type TripRow<Table extends 'leads' | 'enquiries'> = {
  leads: Pick<Selectable<Schema['leads']>, TripColumn>
  enquiries: Pick<Selectable<Schema['enquiries']>, TripColumn>
}[Table]
type TripColumn = (typeof tripColumns)[number]

/** A lead from a query. Contact fields are present only if the viewer may see them. */
export interface LeadRow extends Omit<TripRow<'leads'>, 'created_at'> {
  phone: string | null
  email: string | null
  /** Present even if the viewer may not see the email itself. */
  has_email: boolean
  status: LeadStatus
  /** Whether the lead is unsold and its travel date has passed. */
  expired: boolean
  /** Whether an admin must read a correction by the traveller before the lead is for sale. */
  under_review: boolean
  cost_paise: number | null
  /** The price without the step for the lead's age. Null or absent: no step applies, or the lead is sold. */
  full_cost_paise?: number | null
  replacement_status: ReplacementStatus | null
  created_at: Date | string
}

/** Formats the short number of a lead: LD-000123. */
export function leadLabel(number: number): string {
  return `LD-${String(number).padStart(6, '0')}`
}

/** The inverse of `leadLabel`, also without zeros or in lower case; undefined for any other text. */
export function parseLeadLabel(text: string): number | undefined {
  const digits = /^LD-0*(\d{1,15})$/i.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Maps the fields of a trip to their names on the wire, for leads and enquiries. */
export function toTrip<Row extends Omit<TripRow<'leads'> | TripRow<'enquiries'>, 'created_at'>>(
  row: Row,
) {
  return {
    name: row.name,
    city: row.city,
    destination: row.destination,
    travelDate: row.travel_date,
    travelDays: row.travel_days as Row['travel_days'],
    travelNights: row.travel_nights as Row['travel_nights'],
    adult: row.adult as Row['adult'],
    children: row.children as Row['children'],
    infant: row.infant as Row['infant'],
    tripType: row.trip_type as Row['trip_type'],
    leadType: row.lead_type as Row['lead_type'],
    travelMonth: row.travel_month,
    budgetPerPerson: row.budget_per_person,
    priority: row.priority,
    emailVerifiedAt: instantOf(row.email_verified_at),
    phoneVerifiedAt: instantOf(row.phone_verified_at),
  }
}

/** @param at a Date, or the text of a time in JSON that the database built */
function instantOf(at: Date | string | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Columns with counts. A lead stores an unknown count as 0. */
export const countColumns: readonly string[] = [
  'travel_days',
  'travel_nights',
  'adult',
  'children',
  'infant',
]

/**
 * Maps the fields of a form to columns: the inverse of `toTrip`, with the contact and without the verification marks.
 */
export function toColumns<Fields extends LeadFields | EnquiryCorrection>(fields: Fields) {
  return {
    name: fields.name,
    phone: fields.phone,
    email: fields.email,
    city: fields.city,
    destination: fields.destination,
    travel_date: fields.travelDate,
    travel_days: fields.travelDays as Fields['travelDays'],
    travel_nights: fields.travelNights as Fields['travelNights'],
    adult: fields.adult as Fields['adult'],
    children: fields.children as Fields['children'],
    infant: fields.infant as Fields['infant'],
    trip_type: fields.tripType as Fields['tripType'],
    lead_type: fields.leadType as Fields['leadType'],
    travel_month: fields.travelMonth,
    budget_per_person: fields.budgetPerPerson,
    priority: fields.priority,
  }
}

/** Maps a lead to its wire format. */
export function toLead(row: LeadRow): Lead {
  return {
    ...toTrip(row),
    _id: row.id,
    leadId: leadLabel(row.number),
    phone: row.phone,
    email: row.email,
    hasEmail: row.has_email,
    travelTime: `${row.travel_days} (days) - ${row.travel_nights} (nights)`,
    totalMembers: {
      adult: String(row.adult),
      children: String(row.children),
      infant: String(row.infant),
    },
    ...toWireStatus(row.status),
    expired: row.expired,
    underReview: row.under_review,
    cost: row.cost_paise === null ? null : rupeesFromPaise(row.cost_paise),
    fullCost: row.full_cost_paise == null ? null : rupeesFromPaise(row.full_cost_paise),
    replacementStatus: row.replacement_status,
    createdAt: new Date(row.created_at).toISOString(),
  }
}
