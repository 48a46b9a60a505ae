import type { DestinationSlug } from '../destinations.ts'

/** How a month is for a journey. */
export type MonthRating = 'best' | 'good' | 'hard'

/** Average day and night temperature in °C, and how it is for a journey, for January to December. */
export type Month = readonly [day: number, night: number, rain: Rain, rating: MonthRating]
export type Rain = 'dry' | 'showers' | 'wet' | 'snow'

/** What the page of a destination opens with and search engines are told of it; its first script has no more. */
export interface Guide {
  slug: DestinationSlug
  /** The page's own opening, below the line. */
  opening: string
  /** A good length: as many as the plan in its details has. */
  days: number
  /** Twelve, rounded from long-term averages of the place named. */
  months: readonly Month[]
  /** `time` says how much of a day to give it, or when. */
  sights: readonly { name: string; time: string; text: string }[]
  /** Who it suits, one line each. */
  suits: readonly string[]
  related: readonly DestinationSlug[]
}

/** The rest of it, which comes in the prerendered HTML and otherwise together with the sections that draw it. */
export interface GuideDetails {
  /** The season in one sentence, and what the months beside it are like. */
  when: { best: string; text: string }
  /** The place of the guide's months. */
  measuredAt: string
  plan: { title: string; text: string; days: readonly PlanDay[] }
  facts: readonly { name: string; text: string }[]
  /** Whom it does not suit. */
  notFor: string
}

export interface PlanDay {
  title: string
  text: string
  /** Where one sleeps; none on the last day. */
  night?: string
}
