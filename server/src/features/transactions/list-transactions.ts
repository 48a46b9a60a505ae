import { pageOf } from '@raahi/contract/fields'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { Transaction, TransactionFilters } from '@raahi/contract/transactions'
import type { Database } from '../../platform/database/connect.ts'
import { findTransactionPage, type TransactionRow } from './list-transactions.queries.ts'
import { describeTransaction, toCorrectionLinks, toRefundLinks } from './transaction-description.ts'

/** A page of all transactions, newest first. */
export async function listTransactions(
  database: Database,
  query: TransactionFilters & { page: number; limit: number },
) {
  const { page, limit, ...filters } = query
  const found = await findTransactionPage(database.kysely, filters, {
    offset: (page - 1) * limit,
    limit,
  })
  return pageOf(found.rows.map(toTransaction), found.total, page, limit)
}

function toTransaction(row: TransactionRow): Transaction {
  return {
    _id: row.id,
    paymentId: row.payment_id,
    method: row.method,
    status: row.status,
    amount: rupeesFromPaise(row.amount_paise),
    currency: 'INR',
    planName: row.plan_name,
    description: describeTransaction(row),
    reference: row.reference,
    note: row.note,
    ...toCorrectionLinks(row),
    ...toRefundLinks(row, row.refund_of_gateway_id),
    invoiceId: row.invoice_id,
    createdAt: new Date(row.created_at).toISOString(),
    user: { _id: row.user_id, name: row.user_name, email: row.user_email },
  }
}
