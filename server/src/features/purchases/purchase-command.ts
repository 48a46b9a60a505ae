import type { PayWay } from '@raahi/contract/purchases'
import type { KeyedRequest } from '../../platform/http/idempotency.ts'

/** The buyer: an authenticated caller, or the hash of an access token that the statement of the purchase checks. */
export type Buyer = { userId: string } | { tokenHash: Buffer }

export interface BuyLeadCommand {
  buyer: Buyer
  leadId: string
  /** The price that the buyer was shown. Undefined: the current price. */
  expectedCostPaise: number | undefined
  /** Undefined: a plan that covers the lead, or else the wallet. */
  payWith: PayWay | undefined
  idempotency: KeyedRequest | null
  requestId: string
  ip: string
}
