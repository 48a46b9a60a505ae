import { pageOf } from '@raahi/contract/fields'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { StatementLine, TransactionMethod } from '@raahi/contract/transactions'
import type { Database } from '../database/connect.ts'
import { countStatement, findStatement, type StatementRow } from './statement.queries.ts'

/** A page of an agent's own wallet statement, newest first, with the balance after each line. */
export async function walletStatement(
  database: Database,
  userId: string,
  query: { page: number; limit: number; method?: TransactionMethod | undefined },
) {
  const { page, limit, method } = query
  const filter = { userId, method, offset: (page - 1) * limit, limit }
  const rows = await findStatement(database, filter)
  const total = await countStatement(database, filter)
  return pageOf(rows.map(toLine), total, page, limit)
}

function toLine(row: StatementRow): StatementLine {
  return {
    _id: row.id,
    paymentId: `TX-${String(row.number).padStart(6, '0')}`,
    method: row.method,
    status: row.status,
    // A lead that cost nothing moved ₹0, which has no sign of its own.
    direction: row.amount_paise < 0 || row.method === 'lead_wallet' ? 'debit' : 'credit',
    amount: rupeesFromPaise(Math.abs(row.amount_paise)),
    currency: 'INR',
    balance: rupeesFromPaise(row.balance_after_paise ?? 0),
    description: row.description,
    createdAt: row.created_at.toISOString(),
  }
}
