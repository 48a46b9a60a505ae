import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { assignNumber } from '../assign-number.ts'

/**
 * Issues the credit note of a refunded payment, in the transaction that completes the refund. It reverses the whole
 * invoice and copies seller, buyer and tax from it (CGST Act, section 34).
 * @param at time of issue; the database's current time by default
 * @returns the credit note's id; null if the payment is older than invoices and has none
 */
export async function issueCreditNote(
  tx: Transaction,
  { paymentId, at }: { paymentId: string; at?: Date },
): Promise<string | null> {
  const invoice = await tx
    .selectFrom('invoices')
    .select(['id', 'is_test'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (!invoice) return null
  const id = uuidv7(at ? { msecs: at.getTime() } : undefined)
  const assigned = await assignNumber(tx, { kind: 'credit_note', isTest: invoice.is_test, at })
  await sql`
    insert into invoices (id, kind, series, financial_year, serial, number, issued_at, invoice_id,
      ${copied})
    select ${id}, 'credit_note', ${assigned.series}, ${assigned.financial_year}, ${assigned.serial},
      ${assigned.number}, ${assigned.issued_at.toISOString()}::timestamptz, id, ${copied}
    from invoices where id = ${invoice.id}`.execute(tx)
  return id
}

/** The columns that a credit note copies from its invoice. */
const copied = sql.join(
  [
    'payment_id',
    'user_id',
    'is_test',
    'gateway_payment_id',
    'seller_name',
    'seller_address',
    'seller_gstin',
    'buyer_name',
    'buyer_company',
    'buyer_address',
    'buyer_city',
    'buyer_email',
    'buyer_phone',
    'buyer_gstin',
    'buyer_state',
    'place_of_supply',
    'sac',
    'description',
    'taxable_paise',
    'cgst_paise',
    'sgst_paise',
    'igst_paise',
    'total_paise',
  ].map((column) => sql.ref(column)),
)
