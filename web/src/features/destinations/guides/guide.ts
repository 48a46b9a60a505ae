import type { DestinationSlug } from '../destinations.ts'

/** How a month is for a journey. */
export type MonthRating = 'best' | 'good' | 'hard'

/** Average day and night temperature in °C, and how it is for a journey, for January to December. */
export type Month = readonly [day: number, night: number, rain: Rain, rating: MonthRating]
export type Rain = 'dry' | 'showers' | 'wet' | 'snow'

/** What the page of a destination tells beyond its name and line. */
export interface Guide {
  slug: DestinationSlug
  /** The page's own opening, below the line. */
  opening: string
  /** The season in one sentence, and what the months beside it are like. */
  when: { best: string; text: string }
  /** Twelve, rounded from long-term averages of the place named. */
  months: readonly Month[]
  measuredAt: string
  /** `time` says how much of a day to give it, or when. */
  sights: readonly { name: string; time: string; text: string }[]
  plan: { title: string; text: string; days: readonly PlanDay[] }
  facts: readonly { name: string; text: string }[]
  /** Who it suits, one line each; the last says whom it does not. */
  suits: readonly string[]
  notFor: string
  related: readonly DestinationSlug[]
}

export interface PlanDay {
  title: string
  text: string
  /** Where one sleeps; none on the last day. */
  night?: string
}
