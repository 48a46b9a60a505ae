import { type Place, places } from './places.ts'

/** Other names under which travellers look for a place. */
const alsoCalled: Record<string, string> = {
  bombay: 'mumbai',
  calcutta: 'kolkata',
  madras: 'chennai',
  bangalore: 'bengaluru',
  mysore: 'mysuru',
  pondicherry: 'puducherry',
  cochin: 'kochi',
  alappuzha: 'alleppey',
  benares: 'varanasi',
  kashi: 'varanasi',
  kashmir: 'jammu and kashmir',
  'pink city': 'jaipur',
  kutch: 'rann of kutch',
  phuket: 'thailand',
  bangkok: 'thailand',
}

/**
 * Finds places by the beginning of a word of their name or region, in any case: names before regions, those with a
 * page before others, at most `limit`.
 * @returns for an empty text the places with a page.
 */
export function findPlaces(text: string, limit = 6): Place[] {
  const wanted = plain(text)
  if (wanted === '') return places.filter((place) => place.slug).slice(0, limit)
  const texts = [wanted, alsoCalled[wanted]].filter((one) => one !== undefined)
  return places
    .map((place) => ({ place, rank: Math.min(...texts.map((one) => rankOf(place, one))) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ place }) => place)
}

/** Where choosing a place leads: to its page, else to the quote form with the place filled in. */
export function addressOfPlace({ slug, name }: Pick<Place, 'slug' | 'name'>): string {
  return slug ? `/destinations/${slug}` : `/?destination=${encodeURIComponent(name)}#quote`
}

const NO_MATCH = 9

/** 0 where the name is meant exactly, growing as the match gets looser. */
function rankOf({ name, region }: Place, wanted: string): number {
  const plainName = plain(name)
  if (plainName === wanted) return 0
  if (plainName.startsWith(wanted)) return 1
  if (` ${plainName}`.includes(` ${wanted}`)) return 2
  if (` ${plain(region)}`.includes(` ${wanted}`)) return 3
  return NO_MATCH
}

/** Lower case, without accents and with single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
