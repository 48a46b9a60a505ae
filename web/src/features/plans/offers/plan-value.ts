import type { LeadCost } from '@raahi/contract/lead-costs'
import { paiseFromRupees } from '@raahi/contract/money'
import type { Plan, PlanType } from '@raahi/contract/plans'
import { priceOfType } from '../../leads/lead-price.ts'

type Terms = Pick<Plan, 'price' | 'numberOfLeads' | 'planType'>

/** What one lead of a plan costs, in paise, rounded up: never shown cheaper than it is. */
export function paisePerLead({ price, numberOfLeads }: Omit<Terms, 'planType'>): number {
  return Math.ceil((paiseFromRupees(price) ?? 0) / numberOfLeads)
}

/** What a plan saves beside buying each lead from the wallet at the present prices. */
export interface Saving {
  /** Of the whole plan. */
  paise: number
  /** Whole per cent, rounded down, 1 or more. */
  percent: number
  /** Leads of another price could be bought with it too, so that it may save more. */
  atLeast: boolean
}

/**
 * @param prices the present prices of leads
 * @returns null where it saves less than a hundredth, or a lead has no price; a plan for both types is measured
 *   by the cheaper of them
 */
export function savingOf(plan: Terms, prices: readonly LeadCost[]): Saving | null {
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

/** The paid plan with the lowest price per lead; null where that is no comparison: one alone, or two alike. */
export function bestValueOf(plans: readonly Plan[]): Plan | null {
  const paid = plans
    .filter(({ price }) => price > 0)
    .toSorted((a, b) => paisePerLead(a) - paisePerLead(b))
  const [best, next] = paid
  if (!best || !next || paisePerLead(best) === paisePerLead(next)) return null
  return best
}
