import type { LeadCost } from '@raahi/contract/lead-costs'
import type { LeadType } from '@raahi/contract/leads'

/**
 * What a lead of a type costs at these prices, in rupees: the type's own price, else that of `both`.
 * @returns null where no price is set
 */
export function priceOfType(prices: readonly LeadCost[], leadType: LeadType): number | null {
  const priced = (type: LeadCost['type']) => prices.find((price) => price.type === type)?.price
  return priced(leadType) ?? priced('both') ?? null
}
