import type { PayWay } from '@raahi/contract/purchases'
import type { IdempotentRequest } from '../../platform/http/idempotency.ts'

export interface BuyLeadCommand {
  userId: string
  leadId: string
  /** The price that the buyer was shown. Undefined: the current price. */
  expectedCostPaise: number | undefined
  /** Undefined: a plan that covers the lead, else the wallet. */
  payWith: PayWay | undefined
  idempotency: IdempotentRequest | null
  requestId: string
  ip: string
}
