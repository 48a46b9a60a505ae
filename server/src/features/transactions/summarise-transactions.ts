import { rupeesFromPaise } from '@raahi/contract/money'
import type { TransactionFilters, TransactionSummary } from '@raahi/contract/transactions'
import type { Database } from '../../platform/database/connect.ts'
import { findTransactionSummary } from './transaction-summary.queries.ts'

/** The figures of the filtered transactions (docs/decisions/0007-other-lists.md). */
export async function summariseTransactions(
  database: Database,
  filters: TransactionFilters,
): Promise<TransactionSummary> {
  const row = await findTransactionSummary(database, filters)
  const gatewayPayments = row.gateway_captured + row.gateway_failed
  return {
    totalEarnings: rupeesFromPaise(row.earned_paise),
    totalTransactions: row.total,
    averageTransaction:
      row.sales === 0 ? 0 : rupeesFromPaise(Math.round(row.sold_paise / row.sales)),
    successRate:
      gatewayPayments === 0
        ? null
        : Math.round((1000 * row.gateway_captured) / gatewayPayments) / 10,
    thisMonth: rupeesFromPaise(row.earned_this_month_paise),
    uniqueCustomers: row.customers,
    successfulPayments: row.gateway_captured,
  }
}
