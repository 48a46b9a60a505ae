import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { ListedTransaction } from './model/transaction-model.ts'

/**
 * Inserts transactions directly into the tables. No money is moved and no wallet changes. Sets the numbers that the
 * database assigns to the entries.
 * @param users the owners, by the index in `ListedTransaction.user`
 */
export async function insertTransactions(
  db: Kysely<Schema>,
  users: readonly { id: string }[],
  made: readonly ListedTransaction[],
): Promise<void> {
  const userId = (one: ListedTransaction) => users[one.user]?.id ?? ''
  const entries = made.flatMap((one) => (one.entry ? [{ one, entry: one.entry }] : []))
  const rows = await db
    .insertInto('journal_entries')
    .values(
      entries.map(({ one, entry }) => ({
        id: entry.id,
        method: one.method,
        // The entry of an online payment remains captured after a refund.
        status: one.method === 'wallet_refund' ? ('lead_refund' as const) : ('captured' as const),
        user_id: userId(one),
        amount_paise: one.amountPaise,
        created_at: one.createdAt,
      })),
    )
    .returning(['id', 'number'])
    .execute()
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  for (const { entry } of entries) entry.number = numbers.get(entry.id) ?? Number.NaN
  const payments = made.filter(({ method }) => method === 'Online')
  if (payments.length === 0) return
  await db
    .insertInto('payments')
    .values(
      payments.map((one) => ({
        id: one.id,
        gateway_payment_id: one.gatewayPaymentId,
        user_id: userId(one),
        plan_name: one.planName,
        amount_paise: one.amountPaise,
        status: one.status,
        surplus: one.status === 'lead_refund',
        entry_id: one.entry?.id ?? null,
        created_at: one.createdAt,
      })),
    )
    .execute()
}
