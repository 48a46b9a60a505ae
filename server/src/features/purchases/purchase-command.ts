import type { PayWay } from '@raahi/contract/purchases'
import type { IdempotentRequest } from '../../platform/http/idempotency.ts'

export interface BuyLeadCommand {
  userId: string
  leadId: string
  /** Price that the buyer was shown; undefined: whatever it costs now. */
  expectedCostPaise: number | undefined
  /** Undefined: a plan where one covers the lead, else the wallet. */
  payWith: PayWay | undefined
  idempotency: IdempotentRequest | null
  requestId: string
  ip: string
}
