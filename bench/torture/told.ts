/**
 * What the clients were told, kept apart from the database. At the end the two are compared: what was acknowledged is
 * there, and nothing else is. Money in paise.
 */
export type ToldFacts = {
  purchases: {
    purchaseId: string
    leadId: string
    userId: string
    costPaise: number
    /** Of the plan that paid; null: the wallet did. */
    subscriptionId: string | null
  }[]
  recharges: { transactionId: string; userId: string; amountPaise: number }[]
  /** Plans that an admin sold for cash or that cost nothing. */
  grants: { subscriptionId: string; userId: string; planId: string; pricePaise: number }[]
  requests: { requestId: string; leadId: string; userId: string }[]
  decisions: {
    requestId: string
    status: 'approved' | 'rejected'
    returned: 'wallet' | 'plan' | null
    returnedPaise: number | null
  }[]
  /** By the gateway's id of the order. */
  orders: Map<string, { userId: string; kind: 'plan' | 'wallet'; amountPaise: number }>
  /** Payments of which an agent was told that they have arrived. */
  payments: { paymentId: string; orderId: string; userId: string }[]
  leads: Map<string, LeadFacts>
  /** Names of leads and enquiries of which nobody knows whether they were made. */
  perhaps: Set<string>
  enquiries: Map<string, EnquiryFacts>
  /** By id of the enquiry: the lead that was made of it; null: of which nobody was told. */
  conversions: Map<string, string | null>
  /** By type: what was last set; null: taken away. */
  prices: Map<string, number | null>
  plans: Map<string, { pricePaise: number; isDeleted: boolean }>
  /** By user: the address of the picture; null: nobody knows which of them. */
  pictures: Map<string, string | null>
  suspended: Set<string>
}

export type LeadFacts = {
  /** More than one where a change was neither told nor refused for what it is. */
  names: string[]
  /** Null: nobody was told. */
  isDeleted: boolean | null
  soldOutside: boolean | null
}

export type EnquiryFacts = { name: string; token: string; isWithdrawn: boolean }

export function nothingTold(): ToldFacts {
  return {
    purchases: [],
    recharges: [],
    grants: [],
    requests: [],
    decisions: [],
    orders: new Map(),
    payments: [],
    leads: new Map(),
    perhaps: new Set(),
    enquiries: new Map(),
    conversions: new Map(),
    prices: new Map(),
    plans: new Map(),
    pictures: new Map(),
    suspended: new Set(),
  }
}
