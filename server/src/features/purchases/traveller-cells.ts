import { type Cell, indianDateTime } from '../../platform/http/csv.ts'
import { leadLabel } from '../leads/lead-wire.ts'
import type { ExportedPurchaseRow } from './list-purchases.queries.ts'

/** The first columns of each CSV file of bought leads. */
export const travellerHeadings = [
  'Bought on (IST)',
  'Lead ID',
  'Customer',
  'Contact allowed',
  'Phone',
  'Email',
  'City',
  'Destination',
  'Travel date',
]

type TravellerRow = Pick<
  ExportedPurchaseRow,
  | 'bought_at'
  | 'number'
  | 'name'
  | 'contact_stopped'
  | 'phone'
  | 'email'
  | 'city'
  | 'destination'
  | 'travel_date'
>

/** Omits the contact of a traveller who has withdrawn or was erased, because agents call from this file. */
export function travellerCells(row: TravellerRow): Cell[] {
  const isStopped = row.contact_stopped
  return [
    indianDateTime(row.bought_at),
    leadLabel(row.number),
    row.name,
    isStopped ? 'no, contact stopped' : 'yes',
    isStopped ? null : row.phone,
    isStopped ? null : row.email,
    row.city,
    row.destination,
    row.travel_date,
  ]
}
