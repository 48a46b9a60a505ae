import type { Answer } from '@raahi/contract/endpoint'
import { formatRupees } from '@raahi/contract/formats'
import {
  type LeadCost,
  type LeadCostType,
  type previewLeadCost,
  updateLeadCost,
} from '@raahi/contract/lead-costs'
import { type LeadType, leadTypes } from '@raahi/contract/leads'
import { formatUnits } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'

/** The screen's labels of the lead types. */
export const leadCostTypeLabels: Record<LeadCostType, string> = {
  domestic: 'Domestic',
  international: 'International',
  both: 'Both',
}

/** The price of a type; undefined if it has no separate price. */
export function findCost(costs: readonly LeadCost[], type: LeadCostType): LeadCost | undefined {
  return costs.find((cost) => cost.type === type)
}

/**
 * The message after a price was saved.
 * @param before the prices before the change
 */
export function formatSavedMessage(before: readonly LeadCost[], saved: LeadCost): string {
  return findCost(before, saved.type)
    ? updateLeadCost.message
    : `Lead cost saved: ${leadCostTypeLabels[saved.type]} ${formatRupees(saved.price)}.`
}

/** One sentence on what the current price of a type, or its absence, means for agents. */
export function describePrice(costs: readonly LeadCost[], type: LeadCostType): string {
  const ownCost = findCost(costs, type)
  if (type === 'both') {
    const affectedTypes = typesWithoutOwnPrice(costs)
    if (ownCost && affectedTypes.length === 0) {
      return 'Not in use now: Domestic and International have their own prices.'
    }
    if (ownCost)
      return `What agents pay for ${joinTypes(affectedTypes, 'and')} leads, which have no separate price.`
    return 'Applies to a lead type that has no separate price.'
  }
  const label = leadCostTypeLabels[type].toLowerCase()
  if (ownCost) return `What agents pay for each ${label} lead.`
  const both = findCost(costs, 'both')
  if (both) return `Agents pay the price for Both, ${formatRupees(both.price)}.`
  return `Agents cannot buy ${label} leads until a price is set.`
}

/**
 * One or two sentences on what setting the price of a type will do. `price` in rupees; null while none is typed.
 * @param button label of the button that sets it
 */
export function describeCreate(
  costs: readonly LeadCost[],
  type: LeadCostType,
  price: number | null,
  button = 'Create',
): string {
  const ownCost = findCost(costs, type)
  const label = leadCostTypeLabels[type]
  if (ownCost) {
    const becomes = price === null ? 'replaces it' : `changes it to ${formatRupees(price)}`
    return `${label} already has a price, ${formatRupees(ownCost.price)}. ${button} ${becomes}.`
  }
  if (type === 'both') {
    const affectedTypes = typesWithoutOwnPrice(costs)
    return affectedTypes.length === 0
      ? 'Applies when a lead type has no separate price. Right now both have one.'
      : `Becomes the price of ${joinTypes(affectedTypes, 'and')} leads, which have no separate price.`
  }
  return findCost(costs, 'both')
    ? `${label} leads will cost this instead of the price for Both.`
    : `${label} leads can be bought once this is set.`
}

/** One or two sentences on the consequences of deleting the price of a type. */
export function describeDelete(costs: readonly LeadCost[], type: LeadCostType): string {
  if (type === 'both') {
    const affectedTypes = typesWithoutOwnPrice(costs)
    return affectedTypes.length === 0
      ? 'Domestic and International leads keep their own prices.'
      : `Agents will not be able to buy ${joinTypes(affectedTypes, 'or')} leads until a price is set.`
  }
  const label = leadCostTypeLabels[type]
  const both = findCost(costs, 'both')
  return both
    ? `${label} leads will cost the price for Both, ${formatRupees(both.price)}.`
    : `Agents will not be able to buy ${label.toLowerCase()} leads until a price for ${label} or Both is set.`
}

/** What a price changes, in figures. `price` in rupees. */
export function describeCounts(
  price: number,
  { leads, searchesLost, searchesWon }: Answer<typeof previewLeadCost>,
): string {
  if (leads + searchesLost + searchesWon === 0) return 'No available lead changes its price.'
  return [
    leads === 1
      ? '1 available lead changes its price.'
      : `${formatCount(leads)} available leads change their price.`,
    searchesLost > 0 &&
      `${formatUnits(searchesLost, 'saved search', 'es')} with a highest price below ${formatRupees(price)} no longer ${searchesLost === 1 ? 'finds' : 'find'} such leads.`,
    searchesWon > 0 &&
      `${formatUnits(searchesWon, 'more saved search', 'es')} ${searchesWon === 1 ? 'finds' : 'find'} such leads.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

export function typesWithoutOwnPrice(costs: readonly LeadCost[]): LeadType[] {
  return leadTypes.filter((type) => !findCost(costs, type))
}

export function joinTypes(types: readonly LeadType[], conjunction: 'and' | 'or'): string {
  return types.join(` ${conjunction} `)
}
