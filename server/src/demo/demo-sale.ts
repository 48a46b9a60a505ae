import type { PlanRow } from '../features/plans/plans.queries.ts'
import type { DemoLead } from './demo-leads.ts'
import type { Movement } from './demo-ledger.ts'

/** An agent with what it does in the demo. */
export interface Buyer {
  id: string
  email: string
  joinedAt: Date
  buys: readonly [domestic: number, international: number]
  /** What an admin pays in for it whenever its money runs out, in paise. */
  paysInPaise: number
  /** Balance to end with; unset: whatever is left. */
  endsWithPaise?: number
}

export interface Sale {
  purchaseId: string
  buyer: Buyer
  lead: DemoLead
  at: Date
  pricePaise: number
  /** Whose lead it used up; absent: the wallet paid. */
  paidBy?: DemoSubscription
}

/** A plan that an agent has in the demo. */
export interface DemoSubscription {
  id: string
  buyer: Buyer
  plan: PlanRow
  startedAt: Date
  endsAt: Date
  used: number
  payment: Movement
}
