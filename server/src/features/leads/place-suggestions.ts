import { maxSuggestions, type SuggestedField } from '@raahi/contract/lead-suggestions'
import type { Database } from '../../platform/database/connect.ts'
import { findPlaceCounts, type PlaceCount } from './place-suggestions.queries.ts'

/** A place and how many leads are for sale there. */
export interface Place {
  name: string
  leads: number
}

interface KeptPlace extends Place {
  lowerCase: string
}
type KeptPlaces = Record<SuggestedField, readonly KeptPlace[]>

/** How long counts are used before they are read again, in the background. */
const refreshAfterMs = 15_000
/** Older counts are never used: the request waits for new ones. */
const maxAgeMs = 60_000

export type SuggestPlaces = (field: SuggestedField, text: string) => Promise<Place[]>

/**
 * Creates the suggestions of places. A process reads the counts of all places at most once in 15 s, and only while
 * agents type, because a count per letter typed would read every matching lead.
 * @param now for tests
 */
export function createPlaceSuggestions(
  database: Database,
  now: () => number = Date.now,
): SuggestPlaces {
  let kept: { places: KeptPlaces; readAt: number } | undefined
  let reading: Promise<KeptPlaces> | undefined

  async function read(): Promise<KeptPlaces> {
    const readAt = now()
    const counts = await database.lists.read((kysely) => findPlaceCounts({ ...database, kysely }))
    const places = {
      destination: mergeSpellings(counts.filter(({ field }) => field === 'destination')),
      city: mergeSpellings(counts.filter(({ field }) => field === 'city')),
    }
    kept = { places, readAt }
    return places
  }

  function currentPlaces(): KeptPlaces | Promise<KeptPlaces> {
    const ageMs = kept ? now() - kept.readAt : Number.POSITIVE_INFINITY
    if (ageMs > refreshAfterMs && !reading) {
      reading = read().finally(() => {
        reading = undefined
      })
      // A failed refresh is reported to requests that need it. The next request tries again.
      reading.catch(() => undefined)
    }
    if (kept && ageMs <= maxAgeMs) return kept.places
    return reading ?? read()
  }

  return async (field, text) => findPlaces((await currentPlaces())[field], text)
}

/** One entry for all spellings of a place that differ in case or outer spaces, most leads first. */
function mergeSpellings(counts: readonly PlaceCount[]): KeptPlace[] {
  const places = new Map<string, KeptPlace & { mostLeads: number }>()
  for (const { name: spelling, leads } of counts) {
    const name = spelling.trim()
    const lowerCase = name.toLowerCase()
    if (lowerCase === '') continue
    const known = places.get(lowerCase)
    if (!known) {
      places.set(lowerCase, { name, lowerCase, leads, mostLeads: leads })
      continue
    }
    known.leads += leads
    if (leads > known.mostLeads) Object.assign(known, { name, mostLeads: leads })
  }
  return [...places.values()].sort(
    (a, b) => b.leads - a.leads || (a.lowerCase < b.lowerCase ? -1 : 1),
  )
}

/** The places that contain the text; first those that begin with it, then those with a word that does. */
function findPlaces(places: readonly KeptPlace[], text: string): Place[] {
  const wanted = text.trim().toLowerCase()
  const found: [Place[], Place[], Place[]] = [[], [], []]
  for (const { name, leads, lowerCase } of places) {
    const at = lowerCase.indexOf(wanted)
    if (at === -1) continue
    const rank = at === 0 ? 0 : lowerCase.includes(` ${wanted}`) ? 1 : 2
    found[rank].push({ name, leads })
    if (found[0].length >= maxSuggestions) break
  }
  return found.flat().slice(0, maxSuggestions)
}
