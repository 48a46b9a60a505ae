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
  /** Orders that were made too old to be asked about, before anybody tried to pay them. */
  expired: Set<string>
  leads: Map<string, LeadFacts>
  /** Names of leads, enquiries and messages of which nobody knows whether they were made. */
  perhaps: Set<string>
  enquiries: Map<string, EnquiryFacts>
  /** By id of the enquiry: the lead that was made of it; null: of which nobody was told. */
  conversions: Map<string, string | null>
  /** By type: what was last set; null: taken away. */
  prices: Map<string, number | null>
  plans: Map<string, { pricePaise: number; isDeleted: boolean }>
  /** By user: the address of the picture; null: nobody knows which of them. */
  pictures: Map<string, string | null>
  /** By user: what it may read; more than one where nobody knows which. */
  companies: Map<string, string[]>
  /** Names of those who have written by the contact form. */
  messages: Set<string>
  /** Ids of messages that were marked as answered. */
  answered: Set<string>
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
    expired: new Set(),
    leads: new Map(),
    perhaps: new Set(),
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
