import type { InvoiceKind } from '@raahi/contract/invoices'

/** The title of each kind of document. */
export const invoiceKindTitles: Record<InvoiceKind, string> = {
  invoice: 'Tax invoice',
  credit_note: 'Credit note',
}

/** The address of a document's screen. */
export const invoicePath = (id: string) => `/dashboard/invoices/${id}`

/** The file name of a document: 'RA-26-27-000123.pdf' for RA/26-27/000123. */
export const pdfName = (number: string) => `${number.replaceAll('/', '-')}.pdf`
