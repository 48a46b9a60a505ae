import type { QuickFilter } from '@raahi/contract/lead-preferences'
import { readLocalText, storeLocalText, userTextKey } from '../../../lib/local-texts.ts'
import { type OwnPlaces, quickFilterNames } from './quick-filters.ts'

/** An agent's choices for the marketplace, as this browser stores them. */
export interface MarketChoice extends OwnPlaces {
  quickFilters: readonly QuickFilter[]
  /** The server has not confirmed these quick filters. */
  isUnsaved?: boolean
}

const keyOf = (userId: string) => userTextKey('market', userId)

/** The copy of an agent's choice in this browser; null without one. The server has the original. */
export function readMarketChoice(userId: string): MarketChoice | null {
  try {
    const stored: unknown = JSON.parse(readLocalText(keyOf(userId)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const texts = (name: string): string[] => {
      const value: unknown = Reflect.get(stored, name)
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    }
    const names = texts('quickFilters')
    return {
      quickFilters: quickFilterNames.filter((name) => names.includes(name)),
      destinations: texts('destinations'),
      cities: texts('cities'),
      isUnsaved: Reflect.get(stored, 'isUnsaved') === true,
    }
  } catch {
    return null
  }
}

export function storeMarketChoice(
  userId: string,
  { quickFilters, destinations, cities, isUnsaved }: MarketChoice,
): void {
  const stored = { quickFilters, destinations, cities, isUnsaved }
  storeLocalText(keyOf(userId), JSON.stringify(stored))
}
