import { tripBudgets, tripPriorities } from '@raahi/contract/enquiry-labels'
import type { PurchaseFilterQuery } from '@raahi/contract/purchases'
import { formatRejection } from '@raahi/contract/replacement-reasons'
import { commitContactViews } from '../../platform/audit-log/record-contact-views.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { ListRequest } from '../../platform/database/read-list.ts'
import { columnsFor, type Table } from '../../platform/export/columns.ts'
import { batchesOfOwnList } from '../../platform/export/read-rows.ts'
import { leadScopeOf } from '../leads/public/lead-scope.ts'
import { travellerColumns } from '../leads/public/traveller-columns.ts'
import { type ExportedPurchaseRow, findPurchasesBelow } from './list-purchases.queries.ts'
import { toFilter } from './list-purchases.ts'

const { text, count, money } = columnsFor<ExportedPurchaseRow>()

export const purchaseColumns = [
  ...travellerColumns,
  count('Days', (row) => row.travel_days),
  count('Nights', (row) => row.travel_nights),
  count('Adults', (row) => row.adult),
  count('Children', (row) => row.children),
  count('Infants', (row) => row.infant),
  text('Trip type', (row) => row.trip_type.replaceAll('_', ' ')),
  text('Lead type', (row) => row.lead_type),
  text('Travel month', (row) => row.travel_month),
  text('Budget per person', (row) => row.budget_per_person && tripBudgets[row.budget_per_person]),
  text('What matters most', (row) => row.priority && tripPriorities[row.priority]),
  money('Paid from wallet', (row) => row.paid_cost_paise),
  text('Plan', (row) => row.plan_name),
  text('Bought by', (row) => row.by),
  text('Bought automatically', (row) => (row.is_automatic ? 'yes' : 'no')),
  text('Replacement', (row) => row.replacement_status ?? 'no-replacement'),
  text(
    'Why not approved',
    ({ rejection }) => rejection && formatRejection(rejection.code, rejection.text),
  ),
  text('Verified contact', verifiedText),
]

/**
 * Exports the caller's purchases newest first. Purchases are never deleted or reordered, so reading from the
 * newest to the oldest returns each of them once.
 */
export function exportPurchases(
  database: Database,
  call: ListRequest,
  { assignee, ...filters }: PurchaseFilterQuery,
  batchSize?: number,
): Table<ExportedPurchaseRow> {
  const filter = toFilter(leadScopeOf(call.caller, assignee), filters)
  const batches = batchesOfOwnList<ExportedPurchaseRow>(
    database,
    call,
    async (from, after, limit) => {
      const rows = await findPurchasesBelow(from, filter, after?.purchase_id, limit)
      const ids = rows.filter((row) => !row.contact_stopped).map(({ id }) => id)
      await commitContactViews(database, call.caller.userId, ids, 'exported')
      return rows
    },
    batchSize,
  )
  return { columns: purchaseColumns, batches }
}

/** The contacts that the traveller has verified: 'phone, email', one of them, or nothing. */
function verifiedText(row: ExportedPurchaseRow): string {
  const marks = [
    row.phone_verified_at !== null && 'phone',
    row.email_verified_at !== null && 'email',
  ]
  return marks.filter(Boolean).join(', ')
}
