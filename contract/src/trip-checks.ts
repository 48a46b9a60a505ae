import { countryOf } from './places.ts'

// What cannot be true of a trip, each rule once for the contract and the public form. Without zod.

/** A trip as it is being checked: a field that holds anything else than these is refused by itself, and not looked at here. */
interface Trip {
  destination?: unknown
  leadType?: unknown
  travelDays?: unknown
  travelNights?: unknown
  adult?: unknown
  children?: unknown
  infant?: unknown
}

/** The fields under which these errors are shown. */
export const tripErrorFields = ['travelNights', 'adult', 'leadType'] as const
type TripErrorField = (typeof tripErrorFields)[number]

/** Undefined: not said, or not a count. */
function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined
}

/** Both may be equal (night trains, flights), but nights never outnumber days. */
function nightsError({ travelDays, travelNights }: Trip): string | undefined {
  const days = countOf(travelDays)
  const nights = countOf(travelNights)
  if (days === undefined || nights === undefined || nights <= days) return undefined
  return `A trip of ${days} ${days === 1 ? 'day' : 'days'} cannot have ${nights} nights.`
}

/** Any of them can be 0, but not all that were given. */
function travellersError({ adult, children, infant }: Trip): string | undefined {
  const given = [adult, children, infant].map(countOf).filter((count) => count !== undefined)
  if (given.length === 0 || given.some((count) => count > 0)) return undefined
  return 'Please add at least one traveller.'
}

function countryError({ destination, leadType }: Trip): string | undefined {
  if (typeof destination !== 'string' || !leadType) return undefined
  const country = countryOf(destination)
  if (country === null || leadType === country) return undefined
  return country === 'domestic'
    ? `${destination.trim()} is in India. Please choose Domestic.`
    : `${destination.trim()} is outside India. Please choose International.`
}

const rules: Record<TripErrorField, (trip: Trip) => string | undefined> = {
  travelNights: nightsError,
  adult: travellersError,
  leadType: countryError,
}

/** What cannot be true of a trip: one text per wrong field; empty where all is possible. */
export function tripErrors(trip: Trip): Partial<Record<TripErrorField, string>> {
  const errors: Partial<Record<TripErrorField, string>> = {}
  for (const field of tripErrorFields) {
    const text = rules[field](trip)
    if (text !== undefined) errors[field] = text
  }
  return errors
}
