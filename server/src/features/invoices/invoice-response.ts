import { gstStates } from '@raahi/contract/gst'
import type { Invoice, InvoiceSummary } from '@raahi/contract/invoices'
import { rupeesFromPaise } from '@raahi/contract/money'
import { amountInWords } from './amount-in-words.ts'
import type { InvoiceRow, InvoiceSummaryRow } from './invoices.queries.ts'

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
    counterpart: counterpartOf(row),
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

function counterpartOf(row: InvoiceRow): Invoice['counterpart'] {
  const { counterpart_id: _id, counterpart_number: number, counterpart_issued_at: at } = row
  if (_id === null || number === null || at === null) return null
  return { _id, number, issuedAt: at.toISOString() }
}

const stateOf = (code: string | null) => ({
  stateCode: code,
  stateName: code && stateName(code),
})

/** The code of a state that was merged into another has no name and is returned unchanged. */
const stateName = (code: string) => gstStates[code] ?? code
