import { tripBudgets, tripPriorities } from '@raahi/contract/enquiry-labels'
import type { PurchaseFilterQuery } from '@raahi/contract/purchases'
import { formatRejection } from '@raahi/contract/replacement-reasons'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { ListRequest } from '../../platform/database/read-list.ts'
import { type Cell, rupeesCell } from '../../platform/http/csv.ts'
import { csvOfOwnList } from '../../platform/http/stream-csv.ts'
import { type ExportedPurchaseRow, findPurchasesBelow } from './list-purchases.queries.ts'
import { toFilter } from './list-purchases.ts'
import { travellerCells, travellerHeadings } from './traveller-cells.ts'

const headings = [
  ...travellerHeadings,
  'Days',
  'Nights',
  'Adults',
  'Children',
  'Infants',
  'Trip type',
  'Lead type',
  'Travel month',
  'Budget per person',
  'What matters most',
  'Paid from wallet',
  'Plan',
  'Bought automatically',
  'Replacement',
  'Why not approved',
  'Verified contact',
]

/**
 * Exports the caller's purchases as CSV, newest first. Purchases are never deleted or reordered, so reading from the
 * newest to the oldest returns each of them once.
 */
export function exportPurchases(
  database: Database,
  call: ListRequest,
  filters: PurchaseFilterQuery,
  batchSize?: number,
): AsyncGenerator<string, void> {
  const filter = toFilter(call.caller.userId, filters)
  return csvOfOwnList<ExportedPurchaseRow>(database, call, {
    headings,
    findAfter: async (from, after, limit) => {
      const rows = await findPurchasesBelow(from, filter, after?.purchase_id, limit)
      const ids = rows.filter((row) => !row.contact_stopped).map(({ id }) => id)
      await commitContactViews(database, call.caller.userId, ids, 'exported')
      return rows
    },
    toCells,
    batchSize,
  })
}

function toCells(row: ExportedPurchaseRow): Cell[] {
  const count = (value: number | null) => (value === null ? null : { number: String(value) })
  return [
    ...travellerCells(row),
    count(row.travel_days),
    count(row.travel_nights),
    count(row.adult),
    count(row.children),
    count(row.infant),
    row.trip_type.replaceAll('_', ' '),
    row.lead_type,
    row.travel_month,
    row.budget_per_person && tripBudgets[row.budget_per_person],
    row.priority && tripPriorities[row.priority],
    rupeesCell(row.paid_cost_paise),
    row.plan_name,
    row.is_automatic ? 'yes' : 'no',
    row.replacement_status ?? 'no-replacement',
    row.rejection && formatRejection(row.rejection.code, row.rejection.text),
    verifiedText(row),
  ]
}

/** The contacts that the traveller has verified: 'phone, email', one of them, or nothing. */
function verifiedText(row: ExportedPurchaseRow): string {
  const marks = [
    row.phone_verified_at !== null && 'phone',
    row.email_verified_at !== null && 'email',
  ]
  return marks.filter(Boolean).join(', ')
}
