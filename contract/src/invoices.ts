import { z } from 'zod'
import { gstinField, stateField } from './billing-fields.ts'
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

/** invoice: the tax invoice of a captured payment. credit_note: reverses an invoice, whole or in part. */
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

/** Another document that a document names. */
const reference = z.object({ _id: id, number: z.string(), issuedAt: instant, total: rupees })

/** Why an invoice is credited: its payment was refunded, or another invoice replaces it. */
export const creditCauses = ['refund', 'replacement'] as const

/** The complete document. taxable + cgst + sgst + igst = total: the amount of the payment, or of its refund. */
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
  /** Of a credit note: the invoice that it reverses, whole or in part, and why; null for an invoice. */
  credited: reference.nullable(),
  creditCause: z.enum(creditCauses).nullable(),
  /** The credit notes of this invoice, the oldest first. */
  creditNotes: z.array(reference),
  /** The invoice with a wrong state or GSTIN that this one replaces, or null. */
  replaces: reference.nullable(),
  /** The invoice that replaces this one, or the one that this credit note reverses; or null. */
  replacedBy: reference.nullable(),
})
export type Invoice = z.output<typeof invoice>

/** What a document says about its total. */
export function totalLabel({ kind, creditCause }: Pick<Invoice, 'kind' | 'creditCause'>): string {
  if (kind === 'invoice') return 'Total paid'
  return creditCause === 'refund' ? 'Total refunded' : 'Total credited'
}

/** The last line of a document. */
export function footOf({ kind, creditCause, credited, total, replacedBy }: Invoice): string {
  if (kind === 'invoice') return 'The price paid includes GST. The amount has been paid in full.'
  if (creditCause === 'replacement')
    return `This credit note reverses the full invoice named above, which is replaced by invoice ${replacedBy?.number ?? ''}. No money moves.`
  const part = credited && total < credited.total ? 'a part of the invoice' : 'the full invoice'
  return `This credit note reverses ${part} named above. The amount is refunded to the original payment method.`
}

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
  right: 'money',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10), ...filters }),
  answer: pagedDocs(invoiceSummary),
})

export const exportInvoices = endpoint('GET', '/api/invoices/all/export', {
  name: 'exportInvoices',
  summary: 'Export the filtered invoices and credit notes as CSV or XLSX',
  access: 'admin',
  right: 'money',
  query: z.strictObject({ ...filters, ...formatQuery }),
  answerType: exportAnswerType,
})

export const getInvoice = endpoint('GET', '/api/invoices/{id}', {
  name: 'getInvoice',
  summary: 'Get an invoice or credit note. Agents: only their own',
  access: 'signed-in',
  right: 'money',
  params: idParams,
  answer: invoice,
  errors: ['INVOICE_NOT_FOUND'],
})

/** The last day of the next month until which an invoice can be replaced: then the GST return of its month is due. */
export const returnDueDay = 11

/** Why an invoice cannot be replaced. */
export const replacementBars = ['replaced', 'credited', 'period-ended'] as const

/** Whether and until when an invoice can be replaced. */
export const invoiceReplacement = z.object({
  /** The last day in India. */
  lastDay: day,
  /** Null: it can be replaced. */
  barredBy: z.enum(replacementBars).nullable(),
  /** The present profile of the buyer. */
  profile: z.object({ gstin: z.string().nullable(), stateCode: z.string().nullable() }),
})
export type InvoiceReplacement = z.output<typeof invoiceReplacement>

export const getInvoiceReplacement = endpoint('GET', '/api/invoices/{id}/replacement', {
  name: 'getInvoiceReplacement',
  summary: 'Get whether an invoice with a wrong state or GSTIN can be replaced',
  access: 'admin',
  right: 'money',
  params: idParams,
  answer: invoiceReplacement,
  errors: ['INVOICE_NOT_FOUND'],
})

export const replacementBody = z
  .strictObject({
    invoiceId: id,
    /** The right GSTIN; '' if the buyer has none. */
    gstin: gstinField,
    /** The right state; that of the GSTIN if there is one. */
    stateCode: stateField.refine((code) => code !== '', { error: 'Choose a state.' }),
  })
  .refine(({ gstin, stateCode }) => gstin === '' || gstin.startsWith(stateCode), {
    error: 'This is not the state of the GSTIN.',
    path: ['stateCode'],
  })

export const replaceInvoice = endpoint('POST', '/api/invoices/replace', {
  name: 'replaceInvoice',
  summary: 'Replace an invoice with a wrong state or GSTIN: a credit note of it, and a new invoice',
  access: 'admin',
  right: 'money',
  body: replacementBody,
  answer: z.object({ invoiceId: id, creditNoteId: id }),
  message: 'Invoice replaced.',
  errors: [
    'INVOICE_NOT_FOUND',
    'INVOICE_REPLACED',
    'INVOICE_CREDITED',
    'INVOICE_PERIOD_ENDED',
    'INVOICE_UNCHANGED',
  ],
  idempotent: true,
})

export const getInvoiceSeller = endpoint('GET', '/api/invoices/seller', {
  name: 'getInvoiceSeller',
  summary: 'Get the seller of the next invoice, and the state that it is issued from',
  access: 'signed-in',
  right: 'none',
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
  right: 'money',
  params: idParams,
  answerType: 'application/pdf',
  errors: ['INVOICE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
