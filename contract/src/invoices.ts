import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportAnswerType, formatQuery } from './export-format.ts'
import { maxLengths } from './field-checks.ts'
import {
  day,
  filterText,
  id,
  idParams,
  instant,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
} from './fields.ts'
import { localTaxOf } from './gst.ts'
import { rupees } from './money.ts'

/** invoice: the tax invoice of a captured payment. credit_note: reverses the invoice of a refunded payment. */
export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** Percent of GST on the product's own services, half each to centre and state within one state. */
export const gstPercent = 18

/**
 * The taxes on the product's own services: half each to centre and state if the place of supply is the state of the seller,
 * else one integrated tax. Both arguments are codes of states.
 */
export function gstTaxes(
  placeOfSupply: string,
  sellerState: string | null,
): { name: 'cgst' | 'sgst' | 'igst'; label: string }[] {
  const half = gstPercent / 2
  return placeOfSupply === sellerState
    ? [
        { name: 'cgst', label: `CGST ${half}%` },
        { name: 'sgst', label: `${localTaxOf(placeOfSupply)} ${half}%` },
      ]
    : [{ name: 'igst', label: `IGST ${gstPercent}%` }]
}

/** A document in a list. */
export const invoiceSummary = z.object({
  _id: id,
  /** Serial without gaps within its kind and financial year, at most 16 characters. */
  number: z.string(),
  kind: z.enum(invoiceKinds),
  issuedAt: instant,
  description: z.string(),
  total: rupees,
  /** The gateway's id. */
  paymentId: z.string(),
  /** Paid at the sandbox or with a test key of the provider, so that no money moved. */
  isTest: z.boolean(),
  buyer: z.object({
    _id: id,
    name: z.string(),
    companyName: z.string(),
    gstin: z.string().nullable(),
  }),
})
export type InvoiceSummary = z.output<typeof invoiceSummary>

/** A party, with its details when the document was issued. */
const party = {
  name: z.string(),
  address: z.string().nullable(),
  gstin: z.string().nullable(),
  /** The two digits of the state that a GSTIN begins with; null: not known. */
  stateCode: z.string().nullable(),
  stateName: z.string().nullable(),
}

/** The complete document. taxable + cgst + sgst + igst = total, which is the amount of the payment. */
export const invoice = z.object({
  ...invoiceSummary.omit({ buyer: true }).shape,
  seller: z.object(party),
  buyer: z.object({
    _id: id,
    ...party,
    companyName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    city: z.string().nullable(),
  }),
  /** The state that the tax is due in: its two digits and its name. */
  placeOfSupplyCode: z.string(),
  placeOfSupply: z.string(),
  /** Services Accounting Code: the code of the service in the GST classification. */
  sac: z.string(),
  taxable: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
  /** Indian style: Rupees One Lakh Five Hundred and Fifty Paise Only. */
  amountInWords: z.string(),
  /** For a credit note, the invoice that it reverses; for an invoice, the credit note that reverses it, or null. */
  counterpart: z.object({ _id: id, number: z.string(), issuedAt: instant }).nullable(),
})
export type Invoice = z.output<typeof invoice>

export const listMyInvoices = endpoint('GET', '/api/invoices/my', {
  name: 'listMyInvoices',
  summary: 'List the logged-in agent’s invoices and credit notes, newest first',
  access: 'agent',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10) }),
  answer: pagedDocs(invoiceSummary),
})

/** Days are those of Asia/Kolkata, both included. `search`: part of a number, payment id, buyer, phone, company or GSTIN. */
const filters = {
  kind: optionalFilter(z.enum(invoiceKinds, { error: 'Choose invoice or credit_note.' })),
  startDate: optionalFilter(day),
  endDate: optionalFilter(day),
  search: optionalFilter(filterText(maxLengths.reference)),
}

export const listInvoices = endpoint('GET', '/api/invoices', {
  name: 'listInvoices',
  summary: 'List the invoices and credit notes of all users, newest first',
  access: 'admin',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10), ...filters }),
  answer: pagedDocs(invoiceSummary),
})

export const exportInvoices = endpoint('GET', '/api/invoices/all/export', {
  name: 'exportInvoices',
  summary: 'Export the filtered invoices and credit notes as CSV or XLSX',
  access: 'admin',
  query: z.strictObject({ ...filters, ...formatQuery }),
  answerType: exportAnswerType,
})

export const getInvoice = endpoint('GET', '/api/invoices/{id}', {
  name: 'getInvoice',
  summary: 'Get an invoice or credit note. Agents: only their own',
  access: 'signed-in',
  params: idParams,
  answer: invoice,
  errors: ['INVOICE_NOT_FOUND'],
})

export const getInvoiceSeller = endpoint('GET', '/api/invoices/seller', {
  name: 'getInvoiceSeller',
  summary: 'Get the seller of the next invoice, and the state that it is issued from',
  access: 'signed-in',
  answer: z.object({
    name: z.string(),
    gstin: z.string(),
    /** The two digits of the state. */
    stateCode: z.string(),
  }),
})

export const getInvoicePdf = endpoint('GET', '/api/invoices/{id}/pdf', {
  name: 'getInvoicePdf',
  summary: 'Get an invoice or credit note as PDF',
  access: 'signed-in',
  params: idParams,
  answerType: 'application/pdf',
  errors: ['INVOICE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
