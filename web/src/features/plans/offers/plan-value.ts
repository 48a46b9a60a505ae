import type { LeadCost } from '@raahi/contract/lead-costs'
import { paiseFromRupees } from '@raahi/contract/money'
import type { Plan, PlanType } from '@raahi/contract/plans'
import { priceOfType } from '../../lead-facts/public/lead-price.ts'

type Terms = Pick<Plan, 'price' | 'numberOfLeads' | 'planType'>

/** The price of one lead of a plan in paise, rounded up, so that it is never shown too low. */
export function paisePerLead({ price, numberOfLeads }: Omit<Terms, 'planType'>): number {
  return Math.ceil((paiseFromRupees(price) ?? 0) / numberOfLeads)
}

/** The saving of a plan compared with paying each lead from the wallet at the current prices. */
export interface Saving {
  /** The saving of the whole plan. */
  paise: number
  /** Whole per cent, rounded down, 1 or more. */
  percent: number
  /** True if the plan also covers leads with a higher price, so that it may save more. */
  atLeast: boolean
}

/**
 * The saving of a plan. A plan for both types is compared with the cheaper type.
 * @param prices the current prices of leads
 * @returns null if the plan saves less than 1 %, or if no type that it covers has a price
 */
export function computeSaving(plan: Terms, prices: readonly LeadCost[]): Saving | null {
  const types: readonly Exclude<PlanType, 'both'>[] =
    plan.planType === 'both' ? ['domestic', 'international'] : [plan.planType]
  const walletPaise = types.map((type) => {
    const price = priceOfType(prices, type)
    return price === null ? null : paiseFromRupees(price)
  })
  const known = walletPaise.filter((paise) => paise !== null)
  if (known.length === 0) return null
  const cheapest = Math.min(...known)
  const pricePaise = paiseFromRupees(plan.price) ?? 0
  const wholePaise = cheapest * plan.numberOfLeads
  const paise = wholePaise - pricePaise
  const percent = Math.floor((paise * 100) / wholePaise)
  if (!(percent >= 1)) return null
  return { paise, percent, atLeast: known.some((price) => price > cheapest) }
}

/**
 * The paid plan with the lowest price per lead; null if there is only one paid plan, or if two share the lowest price.
 */
export function bestValueOf(plans: readonly Plan[]): Plan | null {
  const paid = plans
    .filter(({ price }) => price > 0)
    .toSorted((a, b) => paisePerLead(a) - paisePerLead(b))
  const [best, next] = paid
  if (!best || !next || paisePerLead(best) === paisePerLead(next)) return null
  return best
}
