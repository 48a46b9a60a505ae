import { gstStates } from '@raahi/contract/gst'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { Database } from '../../platform/database/connect.ts'
import { columnsFor, type Table } from '../../platform/export/columns.ts'
import { batchesOfSnapshot } from '../../platform/export/read-rows.ts'
import { findInvoicesAfter, type InvoiceFilters, type InvoiceRow } from './invoices.queries.ts'

const { text, money, date, instant } = columnsFor<InvoiceRow>()

const columns = [
  text('Number', (row) => row.number),
  text('Document', (row) => (isNote(row) ? 'Credit note' : 'Invoice')),
  ...instant(['Date (IST)', 'Time (IST)'], (row) => row.issued_at),
  text('Original invoice', (row) => row.credited?.number ?? null),
  date('Original invoice date (IST)', (row) =>
    row.credited ? dayInIndia(new Date(row.credited.issued_at)) : null,
  ),
  text('Buyer', (row) => row.buyer_name),
  text('Company', (row) => row.buyer_company),
  text('GSTIN of buyer', (row) => row.buyer_gstin),
  text('State of buyer', (row) => row.buyer_state && stateText(row.buyer_state)),
  text('Place of supply', (row) => stateText(row.place_of_supply)),
  text('SAC', (row) => row.sac),
  text('Description', (row) => row.description),
  money('Taxable value', (row) => row.taxable_paise),
  money('CGST', (row) => row.cgst_paise),
  money('SGST', (row) => row.sgst_paise),
  money('IGST', (row) => row.igst_paise),
  money('Total', (row) => row.total_paise),
  text('Payment ID', (row) => row.gateway_payment_id),
  text('Test', (row) => (row.is_test ? 'Test' : null)),
  text('GSTIN of seller', (row) => row.seller_gstin),
  text('Replaces invoice', (row) => row.replaces?.number ?? null),
]

const isNote = (row: InvoiceRow) => row.kind === 'credit_note'

/** The format of a place of supply in the return: 29-Karnataka. */
export const stateText = (code: string) => `${code}-${gstStates[code] ?? ''}`

/**
 * Exports the filtered documents, newest first, all from one snapshot: the input of the tax return. Amounts of a credit
 * note have no sign, as the return requires.
 */
export function exportInvoices(database: Database, filters: InvoiceFilters): Table<InvoiceRow> {
  const batches = batchesOfSnapshot<InvoiceRow>(database, (tx, after, limit) =>
    findInvoicesAfter(tx, filters, after, limit),
  )
  return { columns, batches }
}
