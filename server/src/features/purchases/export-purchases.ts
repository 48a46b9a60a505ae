import type { Database } from '../../platform/database/connect.ts'
import { csvLine, indianDateTime, rupeesCell } from '../../platform/http/csv.ts'
import { leadLabel } from '../leads/lead-wire.ts'
import {
  findPurchasesBelow,
  type PurchaseFilter,
  type PurchaseRow,
} from './list-purchases.queries.ts'

/** Lines per batch, to limit memory. */
const batchSize = 500

const headings = [
  'Bought on (IST)',
  'Lead ID',
  'Customer',
  'Contact allowed',
  'Phone',
  'Email',
  'City',
  'Destination',
  'Travel date',
  'Days',
  'Nights',
  'Adults',
  'Children',
  'Infants',
  'Trip type',
  'Lead type',
  'Paid from wallet',
  'Plan',
  'Replacement',
]

/**
 * Exports purchases as CSV, newest first. A purchase is never deleted and never moves, so reading downwards from the
 * newest gives each once, without a transaction that stays open for a slow client.
 * @param readBatch reads a batch; with `hasBegun` the first batch is sent already, and a refusal would cut the file off
 */
export async function* exportPurchases(
  readBatch: <T>(read: (database: Database) => Promise<T>, hasBegun: boolean) => Promise<T>,
  filter: PurchaseFilter,
): AsyncGenerator<string, void> {
  let chunk = csvLine(headings)
  let below: string | undefined
  do {
    const after = below
    const rows = await readBatch(
      (from) => findPurchasesBelow(from, filter, after, batchSize),
      after !== undefined,
    )
    yield chunk + rows.map(toLine).join('')
    chunk = ''
    below = rows.length === batchSize ? rows.at(-1)?.purchase_id : undefined
  } while (below !== undefined)
}

/** Without the contact of a traveller who has withdrawn: the file is used for calling. */
function toLine(row: PurchaseRow): string {
  const isStopped = row.contact_stopped === true
  const count = (value: number | null) => (value === null ? null : { number: String(value) })
  return csvLine([
    indianDateTime(row.bought_at),
    leadLabel(row.number),
    row.name,
    isStopped ? 'no, withdrawn' : 'yes',
    isStopped ? null : row.phone,
    isStopped ? null : row.email,
    row.city,
    row.destination,
    row.travel_date,
    count(row.travel_days),
    count(row.travel_nights),
    count(row.adult),
    count(row.children),
    count(row.infant),
    row.trip_type.replaceAll('_', ' '),
    row.lead_type,
    rupeesCell(row.paid_cost_paise),
    row.plan_name,
    row.replacement_status ?? 'no-replacement',
  ])
}
