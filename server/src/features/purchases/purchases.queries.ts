import type { PayWay } from '@raahi/contract/purchases'
import type { Database } from '../../platform/database/connect.ts'
import type { SubscriptionRow } from '../plans/subscriptions.queries.ts'
import type { BuyLeadCommand } from './purchase-command.ts'

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

/** The input of `buy_lead`. */
export type PurchaseToMake = BuyLeadCommand & { purchaseId: string; entryId: string }

/** Runs `buy_lead`, which makes a purchase in one statement, for an authenticated caller. */
export async function callBuyLead(
  database: Database,
  purchase: PurchaseToMake,
  userId: string,
): Promise<BoughtLead> {
  const { rows } = await database.prepared<BoughtLead>({
    name: 'buy-lead',
    text: 'select * from buy_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      purchase.purchaseId,
      purchase.entryId,
      userId,
      purchase.leadId,
      purchase.expectedCostPaise ?? null,
      purchase.payWith ?? null,
      purchase.idempotency?.key ?? null,
      purchase.idempotency?.requestHash ?? null,
      purchase.requestId,
      purchase.ip,
    ],
  })
  const [bought] = rows
  if (!bought) throw new Error('buy_lead returned no row')
  return readBought(bought)
}

type BoughtOrRefused = BoughtLead & {
  turn: number
  user_id: string | null
  refusal_state: string | null
  refusal: string | null
}

/** The database error of a purchase in a batch. */
export class RefusedPurchase extends Error {
  readonly code: string
  readonly userId: string
  constructor(message: string, { code, userId }: { code: string; userId: string }) {
    super(message)
    this.code = code
    this.userId = userId
  }
}

/**
 * Runs `buy_leads_of_callers`: each purchase of the batch succeeds or fails separately, all in one transaction.
 * @returns for each purchase, in the order of the batch: its result, its error, or null if its token has no live
 * session of an agent and nothing was bought
 */
export async function callBuyLeads(
  database: Database,
  purchases: PurchaseToMake[],
): Promise<(BoughtLead | null | Error)[]> {
  const { rows } = await database.prepared<BoughtOrRefused>({
    name: 'buy-leads-of-callers',
    text: 'select * from buy_leads_of_callers($1)',
    values: [JSON.stringify(purchases.map(toParameters))],
  })
  const answers = new Map(rows.map((row) => [row.turn, row]))
  return purchases.map((_, turn) => {
    const row = answers.get(turn)
    if (!row) return new Error('buy_leads_of_callers returned no row for a purchase')
    const { refusal_state: code, refusal, user_id } = row
    if (user_id === null) return null
    if (code !== null) return new RefusedPurchase(refusal ?? '', { code, userId: user_id })
    return readBought(row)
  })
}

function toParameters({ idempotency, buyer, ...purchase }: PurchaseToMake, turn: number) {
  return {
    turn,
    purchase_id: purchase.purchaseId,
    entry_id: purchase.entryId,
    ...('userId' in buyer
      ? { user_id: buyer.userId }
      : { token_hash: buyer.tokenHash.toString('hex') }),
    lead_id: purchase.leadId,
    expected_cost_paise: purchase.expectedCostPaise,
    pay_with: purchase.payWith,
    key: idempotency?.key,
    request_hash: idempotency?.requestHash.toString('hex'),
    request_id: purchase.requestId,
    ip: purchase.ip,
  }
}

function readBought({ subscription, ...bought }: BoughtLead): BoughtLead {
  return { ...bought, subscription: subscription && readSubscription(subscription) }
}

/** The function returns the plan as JSON, in which times are text. */
function readSubscription(row: SubscriptionRow): SubscriptionRow {
  return { ...row, started_at: new Date(row.started_at), ends_at: new Date(row.ends_at) }
}
