import type { InvoiceKind } from '@raahi/contract/invoices'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { assignNumber } from './assign-number.ts'
import type { GstSplit } from './gst-split.ts'

/**
 * Issues a document that repeats an invoice: a credit note of it, or the invoice that replaces it. It locks the number series, so it
 * must be the last step of its transaction.
 * @returns the id of the document
 */
export async function insertCopy(
  tx: Transaction,
  invoice: Selectable<Schema['invoices']>,
  {
    kind,
    split,
    at,
    ...different
  }: {
    kind: InvoiceKind
    split: GstSplit
    at?: Date | undefined
  } & Partial<
    Pick<
      Selectable<Schema['invoices']>,
      'invoice_id' | 'refund_id' | 'replaces_id' | 'buyer_gstin' | 'buyer_state' | 'place_of_supply'
    >
  >,
): Promise<string> {
  const { search_text: _, ...copied } = invoice
  const id = uuidv7(at ? { msecs: at.getTime() } : undefined)
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = split
  await tx
    .insertInto('invoices')
    .values({
      ...copied,
      invoice_id: null,
      refund_id: null,
      replaces_id: null,
      ...different,
      id,
      kind,
      ...(await assignNumber(tx, { kind, isTest: invoice.is_test, at })),
      taxable_paise: taxablePaise,
      cgst_paise: cgstPaise,
      sgst_paise: sgstPaise,
      igst_paise: igstPaise,
      total_paise: taxablePaise + cgstPaise + sgstPaise + igstPaise,
    })
    .execute()
  return id
}
