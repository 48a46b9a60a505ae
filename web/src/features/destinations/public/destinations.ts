/** A destination with a page. */
export interface Destination {
  slug: string
  name: string
  /** The region, as travellers call it. */
  region: string
  /** One line for cards and search. */
  line: string
  /** For search engines and the page's head, at most 155 characters. */
  description: string
}

/** In display order. Each has a scene of the same name in scenes/. */
export const destinations = [
  {
    slug: 'goa',
    name: 'Goa',
    region: 'Konkan coast',
    line: 'White churches, beach shacks and a beach for every mood.',
    description:
      'Plan a trip to Goa: beaches, old churches, the best months to visit, and a quote from one travel agent who knows the coast.',
  },
  {
    slug: 'kerala',
    name: 'Kerala',
    region: 'Malabar coast',
    line: 'Slow houseboats, misty tea hills and spice gardens.',
    description:
      'Plan a trip to Kerala: backwater houseboats, the tea hills of Munnar, the best months to visit, and a quote from one travel agent who knows it.',
  },
  {
    slug: 'rajasthan',
    name: 'Rajasthan',
    region: 'Land of forts',
    line: 'Sandstone forts, camels on the dunes and nights full of stars.',
    description:
      'Plan a trip to Rajasthan: forts, dunes and lake palaces, the best months to visit, and a quote from one travel agent who knows the desert.',
  },
  {
    slug: 'manali',
    name: 'Manali',
    region: 'Himachal Pradesh',
    line: 'Snow on the peaks, deodars by the river, hot chai at every bend.',
    description:
      'Plan a trip to Manali: snow, Solang and the Atal Tunnel, the best months to visit, and a quote from one travel agent who knows the hills.',
  },
  {
    slug: 'jaipur',
    name: 'Jaipur',
    region: 'The Pink City',
    line: 'A palace with 953 windows, block-print bazaars and Amber Fort.',
    description:
      'Plan a trip to Jaipur: Hawa Mahal, Amber Fort and the bazaars, the best months to visit, and a quote from one travel agent who knows the Pink City.',
  },
] as const satisfies readonly Destination[]

export type DestinationSlug = (typeof destinations)[number]['slug']

/** @throws Error for an unknown slug, which the types exclude */
export function findDestination(slug: DestinationSlug): Destination {
  const found = destinations.find((one) => one.slug === slug)
  if (!found) throw new Error(`There is no destination ${slug}.`)
  return found
}
