import type { PlanRow } from '../features/plans/plans.queries.ts'
import type { DemoLead } from './demo-leads.ts'
import type { Movement } from './demo-ledger.ts'

/** The version of the refund rule that the demo's purchases were made under. */
export const demoRefundRuleVersion = 1

/** An agent and its part in the demo. */
export interface Buyer {
  id: string
  email: string
  joinedAt: Date
  buys: readonly [domestic: number, international: number]
  /** Amount of each recharge by an admin when the balance is too low, in paise. */
  rechargePaise: number
  /** Final balance. Unset: what remains. */
  finalBalancePaise?: number
}

export interface Sale {
  purchaseId: string
  buyer: Buyer
  lead: DemoLead
  at: Date
  pricePaise: number
  /** Subscription that paid. Absent: the wallet paid. */
  paidBy?: DemoSubscription
}

/** A subscription of a demo agent. */
export interface DemoSubscription {
  id: string
  buyer: Buyer
  plan: PlanRow
  startedAt: Date
  endsAt: Date
  used: number
  payment: Movement
}
