import { placesOf } from './place-lists.ts'
import { foreignPlaces, indianPlaces } from './place-table.ts'

// The normal form of places: one place has many names, and what was typed is matched by the place that it names. Without zod,
// so that public pages can use it.

/** Whether a trip stays within India. */
type Country = 'domestic' | 'international'

/** A listed place. */
export interface ListedPlace {
  name: string
  /** The state or the country; for a country 'Abroad', for a state its own name. */
  region: string
  country: Country
  /** All names in plain form, its own name first. */
  names: readonly string[]
}

/** The region of the countries outside India. */
const abroadRegion = 'Abroad'

/**
 * The form in which names are compared: lower case, without accents, invisible characters and punctuation, with single
 * spaces and joined initials ('U.P.' is 'up').
 */
export function plainName(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Accents of Latin letters and the dot below Indian letters. The vowel signs of Indian scripts stay.
      .replace(/[\u0300-\u036f\u093c\u09bc\u0a3c\p{Cf}'’]/gu, '')
      .toLowerCase()
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
      .replace(/\b([a-z]) (?=[a-z]\b)/g, '$1')
      .normalize('NFC')
  )
}

/** Every listed place, states and countries before the places in them. */
export const listedPlaces: readonly ListedPlace[] = [
  ...readTable(indianPlaces, 'domestic'),
  ...readTable(foreignPlaces, 'international'),
]

const placesByName = new Map(
  listedPlaces.flatMap((place) => place.names.map((name) => [name, place] as const)),
)
const maxWords = Math.max(...[...placesByName.keys()].map((name) => name.split(' ').length))

/** Words beside places that name nothing else: 'Kerala (India)', 'Bangalore city', 'Delhi to Agra'. */
const fillers = new Set([
  'and',
  'to',
  'or',
  'via',
  'plus',
  'city',
  'state',
  'india',
  'tour',
  'trip',
])

function readTable(table: string, country: Country): ListedPlace[] {
  let around = ''
  return table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const isInside = line.startsWith(' ')
      const [name = '', others] = line.trim().split(': ')
      if (!isInside) around = name
      const region = isInside || country === 'domestic' ? around : abroadRegion
      const names = [name, ...(others?.split(', ') ?? [])].map(plainName)
      return { name, region, country, names }
    })
}

/** Abbreviations such as UP and BLR. Inside a longer text they may be ordinary words, as in 'a trip up north'. */
function isAbbreviation(name: string): boolean {
  return /^[a-z]{1,3}$/.test(name) && placesByName.get(name)?.names[0] !== name
}

/**
 * The places that a text names, in its order.
 * @returns `isComplete` if the text names nothing else
 */
function readPlaces(text: string): { found: ListedPlace[]; isComplete: boolean } {
  const words = plainName(text).split(' ')
  const names: string[] = []
  let isComplete = true
  for (let at = 0; at < words.length; ) {
    const name = longestName(words.slice(at, at + maxWords))
    if (name !== undefined) names.push(name)
    else if (!fillers.has(words[at] ?? '')) isComplete = false
    at += name?.split(' ').length ?? 1
  }
  const certain = isComplete ? names : names.filter((name) => !isAbbreviation(name))
  return { found: certain.flatMap((name) => placesByName.get(name) ?? []), isComplete }
}

function longestName(words: readonly string[]): string | undefined {
  const names = words.map((_, at) => words.slice(0, words.length - at).join(' '))
  return names.find((name) => placesByName.has(name))
}

/** The one place that the whole text names, also with its region or country: 'Banglore', 'Bengaluru, Karnataka'. */
export function findPlace(text: string): ListedPlace | undefined {
  const whole = placesByName.get(plainName(text))
  if (whole) return whole
  const { found, isComplete } = readPlaces(text)
  if (!isComplete) return undefined
  const regions = new Set(found.filter(({ name, region }) => name !== region).map((p) => p.region))
  const [place, ...others] = new Set(found.filter(({ name }) => !regions.has(name)))
  return others.length === 0 ? place : undefined
}

/** The name under which a place is counted and grouped: that of the listed place, else the text itself. */
export function placeName(text: string): string {
  return findPlace(text)?.name ?? text.trim()
}

/**
 * What filters of places are compared with, one text a line: the name under which the place is counted, the typed text if it
 * differs, and the names of all places in it. It is stored beside the typed text. Another typed text has another result.
 */
export function placeMatch(typed: string): string {
  const lines = [placeName(typed)]
  if (typed !== lines[0]) lines.push(typed)
  for (const { name } of readPlaces(typed).found) {
    if (!lines.join('\n').toLowerCase().includes(name.toLowerCase())) lines.push(name)
  }
  return lines.join('\n')
}

/** The shortest text whose places are looked up by the beginnings of their names. */
const minPartLength = 3

/**
 * The texts of a filter; none for an empty filter. A place fits if its `placeMatch` contains one of them. A text that begins a name of a place also
 * finds the place under its own name: 'bang' finds Bengaluru. 'Goa, Kerala' is either of two places; 'Munnar, Kerala' is one place with its state.
 */
export function placeTextsOf(filter: string): string[] {
  const text = filter.trim()
  if (text === '') return []
  const place = findPlace(text)
  if (place) return [place.name]
  if (text.includes(',')) return placesOf(text).flatMap(placeTextsOf)
  const plain = plainName(text)
  if (plain.length < minPartLength) return [text]
  const begun = listedPlaces.filter(
    ({ names: [own = '', ...others] }) =>
      !own.includes(plain) && others.some((name) => ` ${name}`.includes(` ${plain}`)),
  )
  return [text, ...begun.map(({ name }) => name)]
}

/** The text of a filter and the names of the place that it names, for places that are stored without `placeMatch`. */
export function placeSpellings(filter: string): string[] {
  const names = findPlace(filter)?.names ?? []
  return [filter, ...names.filter((name) => !isAbbreviation(name))]
}

/** Whether a typed place fits the text of a filter. */
export function fitsPlaceFilter(typed: string | null, filter: string): boolean {
  const match = placeMatch(typed ?? '').toLowerCase()
  return placeTextsOf(filter).some((text) => match.includes(text.toLowerCase()))
}

/**
 * Whether a destination, as a traveller wrote it, is in India or abroad.
 * @returns null if the list of places does not know each place in it, or they are on both sides
 */
export function countryOf(destination: string | null | undefined): Country | null {
  const { found, isComplete } = readPlaces(destination ?? '')
  if (!isComplete) return null
  if (found.length === 0) return plainName(destination ?? '') === 'india' ? 'domestic' : null
  const [country, ...others] = new Set(found.map((place) => place.country))
  return others.length === 0 ? (country ?? null) : null
}
