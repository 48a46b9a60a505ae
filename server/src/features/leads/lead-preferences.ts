import type { LeadPreferences, setLeadPreferences } from '@raahi/contract/lead-preferences'
import { placeName } from '@raahi/contract/places'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { findLeadPreferences, writeLeadPreferences } from './lead-preferences.queries.ts'

/**
 * Reads the agent's choices for the lists of leads and the dashboard. If the agent has not chosen places, they are learned from the latest
 * purchases.
 */
export async function readLeadPreferences(
  database: Database,
  userId: string,
): Promise<LeadPreferences> {
  const row = await findLeadPreferences(database, userId)
  return {
    destinations: row.destinations ?? row.bought_destinations,
    cities: row.cities ?? row.bought_cities,
    destinationsLearned: row.destinations === null,
    citiesLearned: row.cities === null,
    quickFilters: row.quick_filters,
    purchaseLayout: row.purchase_layout,
    hidesFirstSteps: row.hides_first_steps,
  }
}

/** Stores the given choices. Absent choices do not change. */
export async function changeLeadPreferences(
  database: Database,
  userId: string,
  changed: z.output<typeof setLeadPreferences.body>,
): Promise<LeadPreferences> {
  await writeLeadPreferences(database, userId, {
    ...(changed.destinations !== undefined && {
      destinations: withoutRepeats(changed.destinations),
    }),
    ...(changed.cities !== undefined && { cities: withoutRepeats(changed.cities) }),
    ...(changed.quickFilters && { quick_filters: [...new Set(changed.quickFilters)] }),
    ...(changed.purchaseLayout && { purchase_layout: changed.purchaseLayout }),
    ...(changed.hidesFirstSteps !== undefined && { hides_first_steps: changed.hidesFirstSteps }),
  })
  return readLeadPreferences(database, userId)
}

function withoutRepeats(places: readonly string[] | null): string[] | null {
  if (places === null) return null
  const known = new Set<string>()
  return places.filter((place) => {
    const name = placeName(place).toLowerCase()
    if (known.has(name)) return false
    known.add(name)
    return true
  })
}
