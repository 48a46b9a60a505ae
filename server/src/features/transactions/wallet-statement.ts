import { pageOf } from '@raahi/contract/fields'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { StatementLine } from '@raahi/contract/transactions'
import type { Database } from '../../platform/database/connect.ts'
import { checkUserExists } from '../users/public/users.queries.ts'
import { findStatementPage, type StatementFilter, type StatementRow } from './statement.queries.ts'
import { describeTransaction, toCorrectionLinks, toRefundLinks } from './transaction-description.ts'

type StatementQuery = Omit<StatementFilter, 'userId'> & { page: number; limit: number }

/**
 * The statement of any user, for an admin.
 * @throws ApiFailure USER_NOT_FOUND
 */
export async function userStatement(database: Database, userId: string, query: StatementQuery) {
  const statement = await walletStatement(database, userId, query)
  if (statement.totalDocs === 0) await checkUserExists(database.kysely, userId)
  return statement
}

/** A page of an agent's wallet statement, newest first, with the balance after each line. */
export async function walletStatement(database: Database, userId: string, query: StatementQuery) {
  const { page, limit, ...filter } = query
  const found = await findStatementPage(
    database,
    { userId, ...filter },
    { offset: (page - 1) * limit, limit },
  )
  return pageOf(found.rows.map(toLine), found.total, page, limit)
}

function toLine(row: StatementRow): StatementLine {
  return {
    _id: row.id,
    paymentId: row.payment_id,
    method: row.method,
    status: row.status,
    direction: directionOf(row),
    amount: rupeesFromPaise(Math.abs(row.amount_paise)),
    currency: 'INR',
    balance: rupeesFromPaise(row.balance_after_paise ?? 0),
    description: describeTransaction(row),
    reference: row.reference,
    note: row.note,
    ...toCorrectionLinks(row),
    ...toRefundLinks(row, row.refund_of),
    invoiceId: row.invoice_id,
    createdAt: new Date(row.created_at).toISOString(),
  }
}

/** The direction of a line. A free lead moves ₹0, which has no sign, but counts as a debit. */
export function directionOf(row: Pick<StatementRow, 'amount_paise' | 'method'>) {
  return row.amount_paise < 0 || row.method === 'lead_wallet' ? 'debit' : 'credit'
}
