import { maxSuggestions, type SuggestedField } from '@raahi/contract/lead-suggestions'
import { listedPlaces, plainName } from '@raahi/contract/places'
import type { Database } from '../../platform/database/connect.ts'
import { findPlaceCounts, type PlaceCount } from './place-suggestions.queries.ts'

/** A place and how many leads are for sale there. */
export interface Place {
  name: string
  leads: number
}

interface CachedPlace extends Place {
  lowerCase: string
  /** The other names of a listed place, in plain form. */
  otherNames: readonly string[]
}
type CachedPlaces = Record<SuggestedField, readonly CachedPlace[]>

const namesOfPlaces = new Map(listedPlaces.map(({ name, names }) => [name, names]))

/** Counts that are older than this are read again in the background. */
const refreshAfterMs = 15_000
/** Counts that are older than this are not used: the request waits for new ones. */
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
  let cached: { places: CachedPlaces; readAt: number } | undefined
  let reading: Promise<CachedPlaces> | undefined

  async function read(): Promise<CachedPlaces> {
    const readAt = now()
    const counts = await database.lists.read(findPlaceCounts)
    const places = {
      destination: mergeSpellings(counts.filter(({ field }) => field === 'destination')),
      city: mergeSpellings(counts.filter(({ field }) => field === 'city')),
    }
    cached = { places, readAt }
    return places
  }

  function currentPlaces(): CachedPlaces | Promise<CachedPlaces> {
    const ageMs = cached ? now() - cached.readAt : Number.POSITIVE_INFINITY
    if (!cached || ageMs > refreshAfterMs) {
      reading ??= read().finally(() => {
        reading = undefined
      })
      // A failed refresh is thrown only to the requests that wait for it. The next request tries again.
      reading.catch(() => undefined)
      if (!cached || ageMs > maxAgeMs) return reading
    }
    return cached.places
  }

  return async (field, text) => findPlaces((await currentPlaces())[field], text)
}

/** One entry for all names and spellings of a place, most leads first. */
function mergeSpellings(counts: readonly PlaceCount[]): CachedPlace[] {
  const places = new Map<string, CachedPlace & { mostLeads: number }>()
  for (const { name, leads } of counts) {
    const lowerCase = name.toLowerCase()
    if (lowerCase === '') continue
    const known = places.get(lowerCase)
    if (!known) {
      const otherNames = namesOfPlaces.get(name) ?? []
      places.set(lowerCase, { name, lowerCase, otherNames, leads, mostLeads: leads })
      continue
    }
    known.leads += leads
    if (leads > known.mostLeads) Object.assign(known, { name, mostLeads: leads })
  }
  return [...places.values()].sort(
    (a, b) => b.leads - a.leads || (a.lowerCase < b.lowerCase ? -1 : 1),
  )
}

/**
 * The places that contain the text; first those that begin with it, then those with a word that does. Another name of a
 * place counts if one of its words begins with the text.
 */
function findPlaces(places: readonly CachedPlace[], text: string): Place[] {
  const wanted = text.trim().toLowerCase()
  const plain = plainName(text)
  const found: [Place[], Place[], Place[]] = [[], [], []]
  for (const { name, leads, lowerCase, otherNames } of places) {
    const at = lowerCase.indexOf(wanted)
    const hasOtherName =
      at === -1 && plain !== '' && otherNames.some((other) => ` ${other}`.includes(` ${plain}`))
    if (at === -1 && !hasOtherName) continue
    const rank = at === 0 || hasOtherName ? 0 : lowerCase.includes(` ${wanted}`) ? 1 : 2
    found[rank].push({ name, leads })
    if (found[0].length >= maxSuggestions) break
  }
  return found.flat().slice(0, maxSuggestions)
}
