import type { PayWay } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { IdempotentRequest } from '../../platform/http/idempotency.ts'
import type { SubscriptionRow } from '../plans/public/subscriptions.queries.ts'

export interface BuyLeadCommand {
  userId: string
  /** The member of the agency that buys; absent: its founder. */
  memberId?: string
  leadId: string
  /** The price that the buyer was shown. Undefined: the current price. */
  expectedCostPaise: number | undefined
  /** Undefined: a plan that covers the lead, or else the wallet. */
  payWith: PayWay | undefined
  idempotency: Pick<IdempotentRequest, 'key' | 'requestHash'> | null
  requestId: string
  ip: string
}

export interface BoughtLead {
  purchase_id: string
  cost_paise: number
  paid_with: PayWay
  wallet_paise: number
  /** The plan that paid, as of the end of the purchase. Null: the wallet paid. */
  subscription: SubscriptionRow | null
  /** Null: contact was stopped since. */
  phone: string | null
  email: string | null
  replayed: boolean
}

/** Runs `buy_lead`, which makes the whole purchase. */
export async function callBuyLead(
  tx: Transaction,
  purchase: BuyLeadCommand & { purchaseId: string; entryId: string },
): Promise<BoughtLead> {
  const { rows } = await sql<BoughtLead>`
    select * from buy_lead(${purchase.purchaseId}, ${purchase.entryId}, ${purchase.userId}, ${purchase.leadId},
      ${purchase.expectedCostPaise ?? null}, ${purchase.payWith ?? null}, ${purchase.idempotency?.key ?? null},
      ${purchase.idempotency?.requestHash ?? null}, ${purchase.requestId}, ${purchase.ip}, ${purchase.memberId ?? null})`.execute(
    tx,
  )
  const [bought] = rows
  if (!bought) throw new Error('buy_lead returned no row')
  const { subscription } = bought
  return { ...bought, subscription: subscription && readSubscription(subscription) }
}

/** The function returns the plan as JSON, in which times are text. */
function readSubscription(row: SubscriptionRow): SubscriptionRow {
  return { ...row, started_at: new Date(row.started_at), ends_at: new Date(row.ends_at) }
}
