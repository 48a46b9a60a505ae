import { type Column, columnsFor } from '../../../platform/export/columns.ts'
import { leadLabel } from './lead-response.ts'

/** A bought lead. The contact is as the lead has it, also where `contact_stopped` hides it. */
export interface TravellerRow {
  bought_at: Date
  number: number
  name: string
  contact_stopped: boolean
  phone: string | null
  email: string | null
  city: string | null
  destination: string | null
  travel_date: string | null
}

const { text, phone, date, instant } = columnsFor<TravellerRow>()

/**
 * The first columns of each export of bought leads. They omit the contact of a traveller who has withdrawn or was erased,
 * because agents call from this file.
 */
export const travellerColumns: readonly Column<TravellerRow>[] = [
  ...instant(['Bought on (IST)', 'Bought at (IST)'], (row) => row.bought_at),
  text('Lead ID', (row) => leadLabel(row.number)),
  text('Customer', (row) => row.name),
  text('Contact allowed', (row) => (row.contact_stopped ? 'no, contact stopped' : 'yes')),
  phone('Phone', (row) => (row.contact_stopped ? null : row.phone)),
  text('Email', (row) => (row.contact_stopped ? null : row.email)),
  text('City', (row) => row.city),
  text('Destination', (row) => row.destination),
  date('Travel date', (row) => row.travel_date),
]
