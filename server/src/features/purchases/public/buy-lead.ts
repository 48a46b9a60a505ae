import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import { asFailure } from '../../../platform/http/error-response.ts'
import { type BoughtLead, type BuyLeadCommand, callBuyLead } from '../purchases.queries.ts'
import { purchaseCount, refusedPurchases } from './purchase-metrics.ts'

/** Queues the mails about a purchase in its transaction. */
export type QueuePurchaseMails = (tx: Transaction, purchaseId: string) => Promise<void>

/**
 * Buys a lead for an agent. The database function `buy_lead` locks the lead, checks its state and price, uses one lead of
 * the plan that covers it and ends first, or else moves the price from the wallet to the revenue of leads, marks the lead
 * as sold, and records the purchase, an audit entry and the response for the idempotency key. The mails are queued in the
 * same transaction.
 *
 * @throws database errors with the codes that the function names
 */
export async function buyLead(
  { database, queuePurchaseMails }: { database: Database; queuePurchaseMails: QueuePurchaseMails },
  command: BuyLeadCommand,
): Promise<BoughtLead> {
  const ids = { purchaseId: uuidv7(), entryId: uuidv7() }
  try {
    const bought = await withTransaction(database, async (tx) => {
      const result = await callBuyLead(tx, { ...command, ...ids })
      if (!result.replayed) await queuePurchaseMails(tx, ids.purchaseId)
      return result
    })
    if (!bought.replayed) purchaseCount.inc({ funding: bought.paid_with })
    return bought
  } catch (error) {
    refusedPurchases.inc({ code: asFailure(error).code })
    throw error
  }
}
