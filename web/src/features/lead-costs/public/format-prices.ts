import { formatRupees } from '@raahi/contract/formats'
import type { LeadCost } from '@raahi/contract/lead-costs'
import {
  findCost,
  joinTypes,
  leadCostTypeLabels,
  typesWithoutOwnPrice,
} from '../lead-cost-effects.ts'

/** 'Domestic ₹50, Both ₹30.', and which leads cannot be bought for lack of a price. */
export function formatPrices(costs: readonly LeadCost[]): string {
  const prices = costs.map(
    ({ type, price }) => `${leadCostTypeLabels[type]} ${formatRupees(price)}`,
  )
  const withoutPrice = findCost(costs, 'both') ? [] : typesWithoutOwnPrice(costs)
  return [
    ...(prices.length > 0 ? [`${prices.join(', ')}.`] : []),
    ...(withoutPrice.length > 0
      ? [`Agents cannot buy ${joinTypes(withoutPrice, 'or')} leads until a price is set.`]
      : []),
  ].join(' ')
}
