import type { LeadType } from '@raahi/contract/leads'
import { mostRequests, type RequestStatus } from '@raahi/contract/replacements'

/** What a small marketplace remembers, kept by the rules as a person would say them. Money in paise. */
export interface MarketplaceModel {
  /** By agent, in the order they were made. */
  wallets: number[]
  /** By lead, in the order they were made. */
  leads: ModelLead[]
  prices: Partial<Record<LeadType | 'both', number>>
  /** Purchases by idempotency key, to send again. */
  bought: { agent: number; lead: number; key: string; expected: number; wallet: number }[]
  /** By agent: the plans it was given, in the order it got them. */
  plans: ('paid' | 'free')[][]
}

export interface ModelLead {
  type: LeadType
  name: string
  isDeleted: boolean
  soldTo: number | 'outside' | null
  /** What its buyer paid. */
  paid: number | null
  /** What became of its buyer's requests to replace it, in order. */
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

/** Present price of a type: its own, else the one for both. */
export function priceOf(model: MarketplaceModel, type: LeadType): number | undefined {
  return model.prices[type] ?? model.prices.both
}

/** What a purchase must answer: `null` where it succeeds. */
export function refusalOf(
  model: MarketplaceModel,
  purchase: { agent: number; lead: ModelLead; expected: number | undefined },
): string | null {
  const { agent, lead, expected } = purchase
  const price = priceOf(model, lead.type)
  if (lead.isDeleted) return 'LEAD_NOT_FOUND'
  if (lead.soldTo !== null) return 'LEAD_ALREADY_SOLD'
  if (price === undefined) return 'LEAD_PRICE_NOT_SET'
  if (expected !== undefined && expected !== price) return 'LEAD_PRICE_CHANGED'
  if ((model.wallets[agent] ?? 0) < price) return 'INSUFFICIENT_WALLET_BALANCE'
  return null
}

/** What a request for a replacement must answer: `null` where it is taken. */
export function requestRefusal(agent: number, lead: ModelLead): string | null {
  if (lead.soldTo !== agent) return 'LEAD_NOT_FOUND'
  const latest = lead.requests.at(-1)
  if (latest === 'pending' || latest === 'approved') return 'REPLACEMENT_ALREADY_REQUESTED'
  return lead.requests.length >= mostRequests ? 'REPLACEMENT_REJECTED_TWICE' : null
}
