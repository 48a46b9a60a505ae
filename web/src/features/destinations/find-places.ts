import { containingPlaces, placeAliases, plainName } from '@raahi/contract/places'
import { type Place, places } from './places.ts'

/**
 * Finds places by the beginning of a word of their name or region, ignoring case: names before regions, places with a
 * page before others, at most `limit`.
 * @returns the places with a page for an empty text
 */
export function findPlaces(text: string, limit = 6): Place[] {
  const query = plainName(text)
  if (query === '') return places.filter((place) => place.slug).slice(0, limit)
  const texts = [query, placeAliases[query], containingPlaces[query]].filter(
    (one) => one !== undefined,
  )
  return places
    .map((place) => ({ place, rank: Math.min(...texts.map((one) => rankMatch(place, one))) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ place }) => place)
}

/**
 * The place that a search without a selection means: the one with that name, or whose name begins with the text. A
 * region or a part of a place ('Andaman', 'Bangkok') stays as typed, and is not replaced by a place nearby.
 */
export function resolvePlace(text: string): Place | undefined {
  const query = plainName(text)
  if (query === '') return undefined
  const [best] = findPlaces(placeAliases[query] ?? text, 1)
  const isMatch = best && rankMatch(best, placeAliases[query] ?? query) < REGION_MATCH
  return isMatch ? best : { name: text.trim(), region: unlistedRegion }
}

/** Shown instead of a region for a typed text that is not a listed place. */
export const unlistedRegion = 'Ask for a quote'

/** The address of a place: its page, or the quote form with the place filled in. */
export function placePath({ slug, name }: Pick<Place, 'slug' | 'name'>): string {
  return slug ? `/destinations/${slug}` : `/?destination=${encodeURIComponent(name)}#quote`
}

const REGION_MATCH = 3
const NO_MATCH = 9

/** 0 for an exact name, higher for weaker matches. */
function rankMatch({ name, region }: Place, query: string): number {
  const placeName = plainName(name)
  if (placeName === query) return 0
  if (placeName.startsWith(query)) return 1
  if (` ${placeName}`.includes(` ${query}`)) return 2
  if (` ${plainName(region)}`.includes(` ${query}`)) return REGION_MATCH
  return NO_MATCH
}
