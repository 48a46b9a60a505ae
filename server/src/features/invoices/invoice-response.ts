import { gstStates } from '@raahi/contract/gst'
import type { Invoice, InvoiceSummary } from '@raahi/contract/invoices'
import { rupeesFromPaise } from '@raahi/contract/money'
import { amountInWords } from './amount-in-words.ts'
import type { InvoiceRow, InvoiceSummaryRow, ReferenceRow } from './invoices.queries.ts'

export function toInvoiceSummary(row: InvoiceSummaryRow): InvoiceSummary {
  return {
    ...ofBoth(row),
    buyer: {
      _id: row.user_id,
      name: row.buyer_name,
      companyName: row.buyer_company,
      gstin: row.buyer_gstin,
    },
  }
}

export function toInvoice(row: InvoiceRow): Invoice {
  return {
    ...ofBoth(row),
    seller: {
      name: row.seller_name,
      address: row.seller_address,
      gstin: row.seller_gstin,
      ...stateOf(row.seller_gstin.slice(0, 2)),
    },
    buyer: {
      _id: row.user_id,
      name: row.buyer_name,
      companyName: row.buyer_company,
      address: row.buyer_address,
      city: row.buyer_city,
      email: row.buyer_email,
      phone: row.buyer_phone,
      gstin: row.buyer_gstin,
      ...stateOf(row.buyer_state),
    },
    placeOfSupplyCode: row.place_of_supply,
    placeOfSupply: stateName(row.place_of_supply),
    sac: row.sac,
    taxable: rupeesFromPaise(row.taxable_paise),
    cgst: rupeesFromPaise(row.cgst_paise),
    sgst: rupeesFromPaise(row.sgst_paise),
    igst: rupeesFromPaise(row.igst_paise),
    amountInWords: amountInWords(row.total_paise),
    credited: referenceOf(row.credited),
    creditCause: row.credited && (row.refund_id === null ? 'replacement' : 'refund'),
    creditNotes: row.credit_notes.map(toReference),
    replaces: referenceOf(row.replaces),
    replacedBy: referenceOf(row.replaced_by),
  }
}

function ofBoth(row: InvoiceSummaryRow) {
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    isTest: row.is_test,
    issuedAt: row.issued_at.toISOString(),
    description: row.description,
    total: rupeesFromPaise(row.total_paise),
    paymentId: row.gateway_payment_id,
  }
}

function toReference({ id, number, issued_at, total_paise }: ReferenceRow) {
  return {
    _id: id,
    number,
    issuedAt: new Date(issued_at).toISOString(),
    total: rupeesFromPaise(total_paise),
  }
}

const referenceOf = (row: ReferenceRow | null) => row && toReference(row)

const stateOf = (code: string | null) => ({
  stateCode: code,
  stateName: code && stateName(code),
})

/** The code of a state that was merged into another has no name and is returned unchanged. */
const stateName = (code: string) => gstStates[code] ?? code
