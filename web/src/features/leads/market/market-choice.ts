import type { QuickFilter } from '@raahi/contract/lead-preferences'
import { type OwnPlaces, quickFilterNames } from './quick-filters.ts'

/** What an agent has chosen for the marketplace, as this browser keeps it. */
export interface MarketChoice extends OwnPlaces {
  quickFilters: readonly QuickFilter[]
}

const keyOf = (userId: string) => `raahi-market-${userId}`

/** The copy of an agent's choice in this browser; null without one. The server has the original. */
export function readMarketChoice(userId: string): MarketChoice | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const texts = (name: string): string[] => {
      const value: unknown = Reflect.get(kept, name)
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    }
    const names = texts('quickFilters')
    return {
      quickFilters: quickFilterNames.filter((name) => names.includes(name)),
      destinations: texts('destinations'),
      cities: texts('cities'),
    }
  } catch {
    return null
  }
}

export function keepMarketChoice(userId: string, choice: MarketChoice): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(choice))
  } catch {
    // A browser without storage shows all leads on the next visit.
  }
}
