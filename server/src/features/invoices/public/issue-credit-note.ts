import type { Transaction } from '../../../platform/database/transaction.ts'
import { splitPart } from '../gst-split.ts'
import { insertCopy } from '../insert-copy.ts'
import { creditedPaise, findCurrentInvoice, toSplit } from '../invoices.queries.ts'

/**
 * Issues the credit note of a refund, in the transaction that completes the refund and holds the lock of the order. It reverses
 * the invoice whole or in part, and copies seller, buyer and kind of tax from it (CGST Act, section 34). All credit notes of an
 * invoice together have at most its amount and its tax.
 * @param at time of issue; the database's current time by default
 * @returns the credit note's id; null if the payment is older than invoices and has none
 */
export async function issueCreditNote(
  tx: Transaction,
  { refundId, at }: { refundId: string; at?: Date },
): Promise<string | null> {
  const refund = await tx
    .selectFrom('refunds')
    .select(['payment_id', 'amount_paise'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  const invoice = await findCurrentInvoice(tx, refund.payment_id)
  if (!invoice) return null
  const split = splitPart(toSplit(invoice), {
    earlierPaise: await creditedPaise(tx, invoice.id),
    partPaise: refund.amount_paise,
  })
  return insertCopy(tx, invoice, {
    kind: 'credit_note',
    invoice_id: invoice.id,
    refund_id: refundId,
    split,
    at,
  })
}
