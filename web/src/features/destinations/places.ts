import { listedPlaces, plainName } from '@raahi/contract/places'
import { destinations } from './public/destinations.ts'

/** A search result: a place with a page, or one that the quote form accepts. */
export interface Place {
  name: string
  region: string
  slug?: string
  /** Its names in plain form, its own first. */
  names: readonly string[]
}

const listed = new Map(listedPlaces.map((place) => [place.name, place]))
const withPage = new Set<string>(destinations.map(({ name }) => name))

/** Every place that a quote can be requested for, those with a page first. */
export const places: readonly Place[] = [
  ...destinations.map(({ slug, name, region }) => {
    return { slug, name, region, names: listed.get(name)?.names ?? [plainName(name)] }
  }),
  ...listedPlaces.filter(({ name }) => !withPage.has(name)),
]
