import { v7 as uuidv7 } from 'uuid'
import { asFailure } from '../../platform/http/error-response.ts'
import { runInSpan } from '../../platform/observability/tracing.ts'
import type { BuyLeadCommand } from './purchase-command.ts'
import { purchases, refusedPurchases } from './purchase-metrics.ts'
import type { MakePurchase } from './purchase-queue.ts'
import type { BoughtLead } from './purchases.queries.ts'

/**
 * Buys a lead for an agent. One transaction locks the lead, checks its state and price, uses one lead of the plan that
 * covers it and ends first, or else moves the price from the wallet to the revenue of leads, marks the lead as sold,
 * and records the purchase, an audit entry and the response for the idempotency key. The database function `buy_lead`
 * does all this in one round trip, which other purchases may share.
 *
 * @returns null if the buyer is given by a token, and the caller must be authenticated first (see `MakePurchase`)
 * @throws database errors with the codes LEAD_NOT_FOUND, LEAD_ALREADY_SOLD, LEAD_PRICE_CHANGED, LEAD_PRICE_NOT_SET,
 * INSUFFICIENT_WALLET_BALANCE, NO_PLAN_COVERS_LEAD, IDEMPOTENCY_KEY_REUSED
 */
export async function buyLead(
  make: MakePurchase,
  command: BuyLeadCommand,
): Promise<BoughtLead | null> {
  const ids = { purchaseId: uuidv7(), entryId: uuidv7() }
  try {
    // A separate span, because the statement may serve other buyers too.
    const bought = await runInSpan({ name: 'buy-lead' }, () => make({ ...command, ...ids }))
    if (!bought) return null
    if (!bought.replayed) purchases.inc({ funding: bought.paid_with })
    return bought
  } catch (error) {
    refusedPurchases.inc({ code: asFailure(error).code })
    throw error
  }
}
