import { travelMonths } from '@raahi/contract/enquiry-labels'
import type { Lead } from '@raahi/contract/leads'
import { placesOf } from '@raahi/contract/place-lists'
import { fitsPlaceFilter } from '@raahi/contract/places'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { LeadFilters } from '../lead-facts/public/lead-filters.ts'

/**
 * Whether a lead on sale matches the filters of a list. Used only to count new leads. The list itself comes from the
 * server, whose rules are in `lead-filters.ts`.
 */
export function matchesFilters(lead: Lead, filters: LeadFilters): boolean {
  const { search, status, leadType, tripType, destination, city, verified, maxPrice } = filters
  const isOneOf = (text: string | null, places: string | undefined) => {
    const names = placesOf(places ?? '')
    return names.length === 0 || names.some((name) => fitsPlaceFilter(text, name))
  }
  return (
    (!status || status === 'buy') &&
    (!search || lead.name.toLowerCase().includes(search.toLowerCase())) &&
    (!leadType || lead.leadType === leadType) &&
    (!tripType || lead.tripType === tripType) &&
    (!destination || fitsPlaceFilter(lead.destination, destination)) &&
    (!city || fitsPlaceFilter(lead.city, city)) &&
    isOneOf(lead.destination, filters.destinations) &&
    isOneOf(lead.city, filters.cities) &&
    (!maxPrice || (lead.cost !== null && lead.cost <= Number(maxPrice))) &&
    isInDates(lead, filters) &&
    (!verified || verified === 'email' || lead.phoneVerifiedAt !== null) &&
    (!verified || verified === 'phone' || lead.emailVerifiedAt !== null)
  )
}

/** Whether the travel date is in the range. A travel month matches if one of its days is in the range. */
function isInDates(lead: Lead, { travelFrom, travelTo }: LeadFilters): boolean {
  if (!travelFrom && !travelTo) return true
  const { travelDate } = lead
  const [first, last] = travelDate ? [travelDate, travelDate] : daysOfMonth(lead)
  return first !== null && (!travelFrom || last >= travelFrom) && (!travelTo || first <= travelTo)
}

/**
 * The first and the last day of the travel month: the month in which the lead was created, in India, or the next such
 * month after it.
 */
function daysOfMonth({
  travelMonth,
  createdAt,
}: Lead): readonly [string, string] | readonly [null, ''] {
  if (travelMonth === null) return [null, '']
  const [createdYear = 0, createdMonth = 0] = dayInIndia(new Date(createdAt)).split('-').map(Number)
  const month = travelMonths.indexOf(travelMonth)
  const year = createdYear + (month < createdMonth - 1 ? 1 : 0)
  const day = (date: number) =>
    new Date(Date.UTC(year, month + (date === 0 ? 1 : 0), date)).toISOString().slice(0, 10)
  return [day(1), day(0)]
}
