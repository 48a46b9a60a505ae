import type { InvoiceRow } from './invoices.queries.ts'

/** The sections of the return GSTR-1 that the documents belong to, in its order. */
export const sections = {
  b2b: 'B2B invoices (table 4)',
  b2cLarge: 'B2C invoices, large (table 5)',
  b2cOther: 'B2C invoices, other (table 7)',
  b2bNotes: 'B2B credit notes (table 9B)',
  b2cLargeNotes: 'B2C credit notes, large (table 9B)',
  b2cOtherNotes: 'B2C credit notes, other (table 7, deducted)',
} as const
export type Section = keyof typeof sections

/** To another state, invoices above ₹1,00,000 to a buyer without a GSTIN are listed one by one (Notification 12/2024-Central Tax). */
const maxOtherPaise = 1_00_000_00

/** The section of a document. A credit note of a part follows the section of its invoice. */
export function sectionOf(
  row: Pick<
    InvoiceRow,
    'kind' | 'buyer_gstin' | 'place_of_supply' | 'seller_gstin' | 'total_paise' | 'credited'
  >,
): Section {
  const isNote = row.kind === 'credit_note'
  if (row.buyer_gstin) return isNote ? 'b2bNotes' : 'b2b'
  const isLarge =
    row.place_of_supply !== row.seller_gstin.slice(0, 2) &&
    (row.credited ?? row).total_paise > maxOtherPaise
  if (isNote) return isLarge ? 'b2cLargeNotes' : 'b2cOtherNotes'
  return isLarge ? 'b2cLarge' : 'b2cOther'
}
