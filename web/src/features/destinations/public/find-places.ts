import { findPlace, plainName } from '@raahi/contract/places'
import { type Place, places } from '../places.ts'

/**
 * Finds places by the beginning of a word of one of their names or of their region: names before other names, these before
 * regions, places with a page before others, at most `limit`.
 * @returns the places with a page for an empty text
 */
export function findPlaces(text: string, limit = 6): Place[] {
  const query = plainName(text)
  if (query === '') return places.filter((place) => place.slug).slice(0, limit)
  const region = findPlace(text)?.name ?? text
  return places
    .map((place) => ({ place, rank: rankMatch(place, query, plainName(region)) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ place }) => place)
}

/** The place that a search without a selection means: the one with that name, or with a name that begins with the text. */
export function resolvePlace(text: string): Place | undefined {
  const query = plainName(text)
  if (query === '') return undefined
  const named = findPlace(text)
  if (named) return places.find(({ name }) => name === named.name)
  const [best] = findPlaces(text, 1)
  const isMatch = best && rankMatch(best, query, query) < regionMatch
  return isMatch ? best : { name: text.trim(), region: unlistedRegion, names: [] }
}

/** Shown instead of a region for a typed text that is not a listed place. */
export const unlistedRegion = 'Ask for a quote'

/** The address of a place: its page, or the quote form with the place filled in. */
export function placePath({ slug, name }: Pick<Place, 'slug' | 'name'>): string {
  return slug ? `/destinations/${slug}` : `/?destination=${encodeURIComponent(name)}#quote`
}

const regionMatch = 5
const noMatch = 9

/** 0 for an exact name, higher for weaker matches. */
function rankMatch({ names, region }: Place, query: string, regionQuery: string): number {
  const [own = '', ...others] = names
  if (names.includes(query)) return 0
  if (own.startsWith(query)) return 1
  if (` ${own}`.includes(` ${query}`)) return 2
  if (others.some((name) => name.startsWith(query))) return 3
  if (others.some((name) => ` ${name}`.includes(` ${query}`))) return 4
  if (` ${plainName(region)}`.includes(` ${regionQuery}`)) return regionMatch
  return noMatch
}
