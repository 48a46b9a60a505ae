import type { LeadCost } from '@raahi/contract/lead-costs'
import type { LeadType } from '@raahi/contract/leads'

/**
 * The price of a lead of a type, in rupees: the price of the type, otherwise the price of `both`.
 * @returns null if no price is set
 */
export function priceOfType(prices: readonly LeadCost[], leadType: LeadType): number | null {
  const priced = (type: LeadCost['type']) => prices.find((price) => price.type === type)?.price
  return priced(leadType) ?? priced('both') ?? null
}
