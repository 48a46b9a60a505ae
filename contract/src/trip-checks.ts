import { countryOf } from './places.ts'

// Rules that reject impossible trips, for the contract and the public form. Without zod.

/** The input of the rules. Another check rejects values of a wrong type, so the rules ignore them. */
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

/** @returns undefined if the value is absent or not a count */
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

/** Each given count can be 0, but not all of them. */
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

/** Checks all rules. @returns one text per wrong field; empty if the trip is possible */
export function tripErrors(trip: Trip): Partial<Record<TripErrorField, string>> {
  const errors: Partial<Record<TripErrorField, string>> = {}
  for (const field of tripErrorFields) {
    const text = rules[field](trip)
    if (text !== undefined) errors[field] = text
  }
  return errors
}
