import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import { type InvoiceSettings, issueInvoice } from '../invoices/issue-invoice.ts'
import { accounts, walletOf } from '../ledger/accounts.ts'
import { postTransfer } from '../ledger/post.ts'

/**
 * An order of a top-up whose payment has just been captured, invoiced, with the money where it belongs: what a settled
 * payment leaves, without a gateway.
 * @returns the ids of the payment and of its invoice
 */
export async function captureTopUp(
  tx: Transaction,
  settings: InvoiceSettings,
  { userId, amountPaise, at }: { userId: string; amountPaise: number; at?: Date },
): Promise<{ paymentId: string; invoiceId: string }> {
  const paymentId = await payTopUp(tx, { userId, amountPaise })
  const invoiceId = await issueInvoice(tx, settings, { paymentId, ...(at && { at }) })
  return { paymentId, invoiceId }
}

/** The same without its invoice. @returns the payment's id */
export async function payTopUp(
  tx: Transaction,
  { userId, amountPaise }: { userId: string; amountPaise: number },
): Promise<string> {
  const [orderId, paymentId] = [uuidv7(), uuidv7()]
  await tx
    .insertInto('orders')
    .values({
      id: orderId,
      user_id: userId,
      kind: 'wallet',
      amount_paise: amountPaise,
      status: 'paid',
      gateway_order_id: `order_${orderId}`,
      paid_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  const { entryId } = await postTransfer(tx, {
    from: accounts.gateway,
    to: walletOf(userId),
    amountPaise,
    method: 'Online',
    status: 'captured',
    userId,
    description: 'Wallet top-up',
  })
  await tx
    .insertInto('payments')
    .values({
      id: paymentId,
      gateway_payment_id: `pay_${paymentId}`,
      user_id: userId,
      plan_name: null,
      amount_paise: amountPaise,
      status: 'captured',
      entry_id: entryId,
      order_id: orderId,
    })
    .execute()
  return paymentId
}

/** Sends a payment back as a completed refund does, without its credit note; the money leaves the wallet again. */
export async function refundTopUp(tx: Transaction, paymentId: string): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select(['amount_paise', 'entry_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refunds')
    .values({
      id: uuidv7(),
      payment_id: paymentId,
      amount_paise: payment.amount_paise,
      status: 'processed',
      gateway_refund_id: `rfnd_${paymentId}`,
      entry_id: payment.entry_id,
      processed_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  await tx
    .updateTable('payments')
    .set({ status: 'lead_refund' })
    .where('id', '=', paymentId)
    .execute()
}
