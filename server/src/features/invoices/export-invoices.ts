import { gstStates } from '@raahi/contract/gst'
import type { Database } from '../../platform/database/connect.ts'
import { type Cell, indianDateTime, rupeesCell } from '../../platform/http/csv.ts'
import { csvOfSnapshot } from '../../platform/http/stream-csv.ts'
import { findInvoicesAfter, type InvoiceFilters, type InvoiceRow } from './invoices.queries.ts'

const headings = [
  'Number',
  'Document',
  'Date and time (IST)',
  'Original invoice',
  'Original invoice date (IST)',
  'Buyer',
  'Company',
  'GSTIN of buyer',
  'State of buyer',
  'Place of supply',
  'SAC',
  'Description',
  'Taxable value',
  'CGST',
  'SGST',
  'IGST',
  'Total',
  'Payment ID',
  'Test',
  'GSTIN of seller',
]

/**
 * Exports the filtered documents as CSV, newest first, all from one snapshot: the input of the tax return. Amounts of a
 * credit note have no sign, as the return requires.
 */
export function exportInvoices(
  database: Database,
  filters: InvoiceFilters,
): AsyncGenerator<string, void> {
  return csvOfSnapshot<InvoiceRow>(database, {
    headings,
    findAfter: (tx, after, limit) => findInvoicesAfter(tx, filters, after, limit),
    toCells,
  })
}

function toCells(row: InvoiceRow): Cell[] {
  const isNote = row.kind === 'credit_note'
  return [
    row.number,
    isNote ? 'Credit note' : 'Invoice',
    indianDateTime(row.issued_at),
    isNote ? row.counterpart_number : null,
    isNote && row.counterpart_issued_at ? indianDateTime(row.counterpart_issued_at) : null,
    row.buyer_name,
    row.buyer_company,
    row.buyer_gstin,
    row.buyer_state && stateText(row.buyer_state),
    stateText(row.place_of_supply),
    row.sac,
    row.description,
    rupeesCell(row.taxable_paise),
    rupeesCell(row.cgst_paise),
    rupeesCell(row.sgst_paise),
    rupeesCell(row.igst_paise),
    rupeesCell(row.total_paise),
    row.gateway_payment_id,
    row.is_test ? 'Test' : null,
    row.seller_gstin,
  ]
}

/** The format of a place of supply in the return: 29-Karnataka. */
const stateText = (code: string) => `${code}-${gstStates[code] ?? ''}`
