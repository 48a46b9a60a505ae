import { findPlace } from '@raahi/contract/places'
import { destinations } from './destinations.ts'

/** A sample itinerary of a destination that has a guide. */
export interface SampleItinerary {
  /** The destination of the guide. */
  name: string
  days: { title: string; text: string }[]
}

/** Reads the sample itinerary of a place or of its state: that of Kerala for Munnar. Null: no guide covers it. */
export async function readSampleItinerary(
  destination: string | null,
): Promise<SampleItinerary | null> {
  const place = findPlace(destination ?? '')
  const covering = [place?.name, place?.region]
  const found = destinations
    .filter(({ name }) => covering.includes(name))
    .sort((one) => (one.name === place?.name ? -1 : 1))[0]
  if (!found) return null
  const { allDetails } = await import('../guides/all-details.ts')
  const days = allDetails[found.slug].plan.days.map(({ title, text, night }) => ({
    title,
    text: night ? `${text}\nNight: ${night}` : text,
  }))
  return { name: found.name, days }
}
