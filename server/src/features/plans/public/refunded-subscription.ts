import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** Locks the subscription that an entry paid, so that no purchase uses it until the transaction ends. */
export async function lockPaidSubscription(tx: Transaction, entryId: string): Promise<void> {
  await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('entry_id', '=', entryId)
    .forUpdate()
    .execute()
}

/** Ends the subscription that an entry paid, because its price is refunded. One that has ended keeps its end. */
export async function endPaidSubscription(tx: Transaction, entryId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ ends_at: sql<Date>`least(ends_at, clock_timestamp())` })
    .where('entry_id', '=', entryId)
    .execute()
}
