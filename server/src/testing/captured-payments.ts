import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { issueCreditNote } from '../features/invoices/public/issue-credit-note.ts'
import { type InvoiceSettings, issueInvoice } from '../features/invoices/public/issue-invoice.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { accounts, walletOf } from '../platform/ledger/accounts.ts'
import { postTransfer } from '../platform/ledger/post.ts'

/**
 * Inserts the records of a settled top-up without a checkout: the paid order, the captured payment, here and at the sandbox, the
 * journal entry and the invoice.
 * @returns the ids of the payment and of its invoice
 */
export async function captureTopUp(
  tx: Transaction,
  settings: InvoiceSettings,
  { userId, amountPaise, at }: { userId: string; amountPaise: number; at?: Date },
): Promise<{ paymentId: string; invoiceId: string }> {
  const { paymentId } = await payTopUp(tx, { userId, amountPaise })
  const invoiceId = await issueInvoice(tx, settings, { paymentId, ...(at && { at }) })
  return { paymentId, invoiceId }
}

/** The same without the invoice. */
async function payTopUp(
  tx: Transaction,
  { userId, amountPaise }: { userId: string; amountPaise: number },
): Promise<{ orderId: string; paymentId: string }> {
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
  await tx
    .insertInto('sandbox_orders')
    .values({
      id: `order_${orderId}`,
      amount: amountPaise,
      currency: 'INR',
      notes: '{}',
      status: 'paid',
      amount_paid: amountPaise,
      attempts: 1,
    })
    .execute()
  await tx
    .insertInto('sandbox_payments')
    .values({
      id: `pay_${paymentId}`,
      order_id: `order_${orderId}`,
      amount: amountPaise,
      currency: 'INR',
      status: 'captured',
      method: 'upi',
      notes: '{}',
    })
    .execute()
  return { orderId, paymentId }
}

/**
 * Inserts the records of a duplicate payment of a top-up without a gateway: it is captured, invoiced and refunded.
 * @returns the ids of the payment, its invoice and its credit note
 */
export async function captureDuplicatePayment(
  tx: Transaction,
  settings: InvoiceSettings,
  { userId, amountPaise }: { userId: string; amountPaise: number },
): Promise<{ paymentId: string; invoiceId: string; creditNoteId: string }> {
  const { orderId, paymentId: firstId } = await payTopUp(tx, { userId, amountPaise })
  await issueInvoice(tx, settings, { paymentId: firstId })
  const move = (from: string, to: string) =>
    postTransfer(tx, {
      from,
      to,
      amountPaise,
      method: 'Online',
      status: 'captured',
      userId,
    })
  const paymentId = uuidv7()
  const { entryId } = await move(accounts.gateway, accounts.refundsDue)
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
      surplus: true,
    })
    .execute()
  const invoiceId = await issueInvoice(tx, settings, { paymentId })
  const back = await move(accounts.refundsDue, accounts.gateway)
  const refundId = uuidv7()
  await tx
    .insertInto('refunds')
    .values({
      id: refundId,
      payment_id: paymentId,
      amount_paise: amountPaise,
      status: 'processed',
      gateway_refund_id: `rfnd_${paymentId}`,
      entry_id: back.entryId,
      processed_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  await tx
    .updateTable('payments')
    .set({ status: 'lead_refund' })
    .where('id', '=', paymentId)
    .execute()
  const creditNoteId = await issueCreditNote(tx, { refundId })
  if (!creditNoteId) throw new Error('no credit note was issued')
  return { paymentId, invoiceId, creditNoteId }
}
