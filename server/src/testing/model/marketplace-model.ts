import type { LeadType, RequestStatus } from '@raahi/contract/leads'
import type { PlanType } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'
import { maxRequests } from '@raahi/contract/replacements'

/** The expected state of a small marketplace. It follows the rules in their simplest form. Amounts are in paise. */
export interface MarketplaceModel {
  /** By agent, in the order of creation. */
  wallets: number[]
  /** In the order of creation. */
  leads: ModelLead[]
  prices: Partial<Record<LeadType | 'both', number>>
  /** Purchases with their idempotency keys, to be repeated. */
  bought: {
    agent: number
    lead: number
    key: string
    expected: number
    payWith: PayWay | undefined
    wallet: number
    /** Leads left in the plan that paid, after the purchase. */
    leadsLeft: number | undefined
  }[]
  /** By agent: its plans, in the order in which they were granted. */
  plans: ModelPlan[][]
}

export interface ModelPlan {
  kind: keyof typeof planTerms
  leadsLeft: number
}

/** The terms of the two plans of the marketplace. */
export const planTerms = {
  paid: { type: 'domestic', quota: 2, days: 30, pricePaise: 500_00 },
  free: { type: 'both', quota: 1, days: 20, pricePaise: 0 },
} as const satisfies Record<
  string,
  { type: PlanType; quota: number; days: number; pricePaise: number }
>

export interface ModelLead {
  type: LeadType
  name: string
  isDeleted: boolean
  soldTo: number | 'outside' | null
  /** What the buyer’s wallet paid; 0 if a plan paid. */
  paid: number | null
  /** The plan that paid. */
  paidBy: ModelPlan | null
  /** The states of the buyer's replacement requests, in order. */
  requests: RequestStatus[]
}

export function emptyModel(agents: number): MarketplaceModel {
  return {
    wallets: Array(agents).fill(0),
    leads: [],
    prices: {},
    bought: [],
    plans: Array.from({ length: agents }, () => []),
  }
}

/** The present price of a lead type, or else the price for both types. */
export function priceOf(model: MarketplaceModel, type: LeadType): number | undefined {
  return model.prices[type] ?? model.prices.both
}

/** The plan that pays, if one can: of those with a lead left for this type, the one that ends first. */
export function planFor(
  model: MarketplaceModel,
  { agent, lead, payWith }: { agent: number; lead: ModelLead; payWith: PayWay | undefined },
): ModelPlan | undefined {
  if (payWith === 'wallet') return undefined
  return model.plans[agent]
    ?.filter(({ kind, leadsLeft }) => {
      const { type } = planTerms[kind]
      return leadsLeft > 0 && (type === 'both' || type === lead.type)
    })
    .toSorted((a, b) => planTerms[a.kind].days - planTerms[b.kind].days)[0]
}

/** The expected error code of a purchase; null if it must succeed. */
export function refusalOf(
  model: MarketplaceModel,
  purchase: {
    agent: number
    lead: ModelLead
    expected: number | undefined
    payWith: PayWay | undefined
  },
): string | null {
  const { agent, lead, expected, payWith } = purchase
  const price = priceOf(model, lead.type)
  if (lead.isDeleted) return 'LEAD_NOT_FOUND'
  if (lead.soldTo !== null) return 'LEAD_ALREADY_SOLD'
  if (price === undefined) return 'LEAD_PRICE_NOT_SET'
  if (expected !== undefined && expected !== price) return 'LEAD_PRICE_CHANGED'
  if (planFor(model, purchase)) return null
  if (payWith === 'plan') return 'NO_PLAN_COVERS_LEAD'
  if ((model.wallets[agent] ?? 0) < price) return 'INSUFFICIENT_WALLET_BALANCE'
  return null
}

/** The expected error code of a replacement request; null if it must succeed. */
export function requestRefusal(agent: number, lead: ModelLead): string | null {
  if (lead.soldTo !== agent) return 'LEAD_NOT_FOUND'
  const latest = lead.requests.at(-1)
  if (latest === 'pending' || latest === 'approved') return 'REPLACEMENT_ALREADY_REQUESTED'
  return lead.requests.length >= maxRequests ? 'REPLACEMENT_REJECTED_TWICE' : null
}
