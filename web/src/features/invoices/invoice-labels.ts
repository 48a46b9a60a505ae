import type { InvoiceKind } from '@raahi/contract/invoices'

/** What a document calls itself. */
export const kindTitles: Record<InvoiceKind, string> = {
  invoice: 'Tax invoice',
  credit_note: 'Credit note',
}

/** The address of a document's screen. */
export const invoicePath = (id: string) => `/dashboard/invoices/${id}`

/** RA/26-27/000123 as the name of a file. */
export const pdfName = (number: string) => `${number.replaceAll('/', '-')}.pdf`
