import type { DestinationSlug } from '../public/destinations.ts'

/** How suitable a month is for a trip. */
export type MonthRating = 'best' | 'good' | 'hard'

/** Average day and night temperature in °C, rain, and rating. A year has twelve of them from January. */
export type Month = readonly [day: number, night: number, rain: Rain, rating: MonthRating]
export type Rain = 'dry' | 'showers' | 'wet' | 'snow'

/** What there is to see; each kind has a drawing (sight-drawing.tsx). */
export type SightKind =
  | 'backwater'
  | 'beach'
  | 'castle'
  | 'church'
  | 'cliff'
  | 'courtyard'
  | 'dunes'
  | 'fort'
  | 'harbour'
  | 'lake'
  | 'lake-palace'
  | 'lights'
  | 'market'
  | 'meadow'
  | 'observatory'
  | 'old-town'
  | 'pagoda'
  | 'palace'
  | 'pass'
  | 'spices'
  | 'tea'
  | 'temple'
  | 'tunnel'
  | 'village'
  | 'wall'
  | 'waterfall'
  | 'wildlife'

/**
 * The first part of a destination's guide: the top of the page and the data for search engines. The page's first
 * script contains only this.
 */
export interface Guide {
  slug: DestinationSlug
  /** The introduction below the line. */
  opening: string
  /** A good length, equal to the number of days of the plan. */
  days: number
  /** Twelve months, rounded from long-term averages of the place named in the details. */
  months: readonly Month[]
  /** `kind` selects the drawing; `time` is how long a visit takes, or when to go. */
  sights: readonly { name: string; kind: SightKind; time: string; text: string }[]
  /** The travellers it suits, one line each. */
  suits: readonly string[]
  related: readonly DestinationSlug[]
}

/**
 * The rest of the guide. It is in the prerendered HTML, and otherwise loads together with the sections that render
 * it.
 */
export interface GuideDetails {
  /** The best season in one sentence, and the months around it. */
  when: { best: string; text: string }
  /** The place where the temperatures were measured. */
  measuredAt: string
  plan: { title: string; text: string; days: readonly PlanDay[] }
  facts: readonly { name: string; text: string }[]
  /** The travellers it does not suit. */
  notFor: string
}

export interface PlanDay {
  title: string
  text: string
  /** The place of the overnight stay; none on the last day. */
  night?: string
}
