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

/**
 * Sets what a lead of the subscription that an entry paid is worth once it has ended: its share of what is left of the price.
 * Otherwise returns after the end could pay more than was left.
 */
export async function reduceLeadShare(
  tx: Transaction,
  { entryId, refundedPaise }: { entryId: string; refundedPaise: number },
): Promise<void> {
  await sql`update subscriptions set lead_share_paise = (price_paise - ${refundedPaise}) / lead_quota
    where entry_id = ${entryId}`.execute(tx)
}

/** Ends the subscription that an entry paid, because its price is refunded. One that has ended keeps its end. */
export async function endPaidSubscription(tx: Transaction, entryId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ ends_at: sql<Date>`least(ends_at, clock_timestamp())` })
    .where('entry_id', '=', entryId)
    .execute()
}
