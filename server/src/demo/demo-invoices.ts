import { issueCreditNote } from '../features/invoices/issue-credit-note.ts'
import { type InvoiceSettings, issueInvoice } from '../features/invoices/issue-invoice.ts'
import type { Transaction } from '../platform/database/transaction.ts'

/**
 * Issues the invoice of every captured payment and the credit note of every refund, dated at that time. They are always
 * marked as tests, because demo data must not use numbers of the real invoice series.
 */
export async function issueInvoices(
  tx: Transaction,
  { invoices }: Pick<InvoiceSettings, 'invoices'>,
): Promise<void> {
  const settings: InvoiceSettings = { invoices, gateway: { mode: 'off' } }
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'created_at'])
    .where('status', '!=', 'failed')
    .execute()
  const refunds = await tx
    .selectFrom('refunds')
    .select(['payment_id', 'processed_at'])
    .where('status', '=', 'processed')
    .execute()
  const documents = [
    ...payments.map(({ id, created_at: at }) => ({
      at,
      issue: () => issueInvoice(tx, settings, { paymentId: id, at }),
    })),
    ...refunds.flatMap(({ payment_id: paymentId, processed_at: at }) =>
      at ? [{ at, issue: () => issueCreditNote(tx, { paymentId, at }) }] : [],
    ),
  ]
  // Invoice numbers follow the order of time.
  documents.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { issue } of documents) await issue()
}
