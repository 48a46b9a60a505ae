/**
 * The results that the clients received, recorded independently of the database. After the run the stored data must
 * match it exactly. Amounts are in paise.
 */
export type ExpectedState = {
  purchases: {
    purchaseId: string
    leadId: string
    userId: string
    costPaise: number
    /** The subscription that paid. Null: the wallet paid. */
    subscriptionId: string | null
  }[]
  recharges: { transactionId: string; userId: string; amountPaise: number }[]
  /** Plans sold by an admin for cash, and free plans. */
  grants: { subscriptionId: string; userId: string; planId: string; pricePaise: number }[]
  requests: {
    requestId: string
    leadId: string
    userId: string
    /** What an approval gives back, as stated in the response. Plans do not end during a run. */
    approvalReturns: Refund
  }[]
  decisions: {
    requestId: string
    status: 'approved' | 'rejected'
    /** Null for a rejection. */
    returned: Refund | null
  }[]
  /** By the gateway's order id. */
  orders: Map<string, { userId: string; kind: 'plan' | 'wallet'; amountPaise: number }>
  /** Payments that were confirmed to an agent. */
  payments: { paymentId: string; orderId: string; userId: string }[]
  /** Orders that were closed as too old before the agent tried to pay. */
  expired: Set<string>
  leads: Map<string, ExpectedLead>
  /** Names of leads, enquiries and messages that may or may not exist. */
  uncertainNames: Set<string>
  enquiries: Map<string, ExpectedEnquiry>
  /** Lead id by enquiry id. Null: the response with the lead id was lost. */
  conversions: Map<string, string | null>
  /** Last price by lead type, in paise. Null: deleted. */
  prices: Map<string, number | null>
  plans: Map<string, { pricePaise: number; isDeleted: boolean }>
  /** Address of the picture by user id. Null: unknown, because a response was lost. */
  pictures: Map<string, string | null>
  /** Possible company names by user id. More than one after a lost response. */
  companies: Map<string, string[]>
  /** Names of senders of contact messages. */
  messages: Set<string>
  /** Ids of messages that were marked as answered. */
  answered: Set<string>
}

/** An amount to the wallet, or a lead to the plan. */
export type Refund = { to: 'wallet' | 'plan'; paise: number | null }

export type ExpectedLead = {
  /** Possible names. More than one if the outcome of a change is unknown. */
  names: string[]
  /** Null: unknown. */
  isDeleted: boolean | null
  soldOutside: boolean | null
}

export type ExpectedEnquiry = { name: string; token: string; isWithdrawn: boolean }

export function createExpectedState(): ExpectedState {
  return {
    purchases: [],
    recharges: [],
    grants: [],
    requests: [],
    decisions: [],
    orders: new Map(),
    payments: [],
    expired: new Set(),
    leads: new Map(),
    uncertainNames: new Set(),
    enquiries: new Map(),
    conversions: new Map(),
    prices: new Map(),
    plans: new Map(),
    pictures: new Map(),
    companies: new Map(),
    messages: new Set(),
    answered: new Set(),
  }
}
