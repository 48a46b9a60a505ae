import { listedPlaces } from '@raahi/contract/places'
import { destinations } from './destinations.ts'

/** What the search can find: a place with a page of its own, or one to ask a quote for. */
export interface Place {
  name: string
  region: string
  slug?: string
}

const withPage = new Set<string>(destinations.map(({ name }) => name))

/** Every place that can be asked for, those with a page first. */
export const places: readonly Place[] = [
  ...destinations.map(({ slug, name, region }) => ({ slug, name, region })),
  ...listedPlaces.filter(({ name }) => !withPage.has(name)),
]
