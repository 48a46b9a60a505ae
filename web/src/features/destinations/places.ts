import { listedPlaces } from '@raahi/contract/places'
import { destinations } from './destinations.ts'

/** A search result: a place with a page, or one that the quote form accepts. */
export interface Place {
  name: string
  region: string
  slug?: string
}

const withPage = new Set<string>(destinations.map(({ name }) => name))

/** Every place that a quote can be requested for, those with a page first. */
export const places: readonly Place[] = [
  ...destinations.map(({ slug, name, region }) => ({ slug, name, region })),
  ...listedPlaces.filter(({ name }) => !withPage.has(name)),
]
