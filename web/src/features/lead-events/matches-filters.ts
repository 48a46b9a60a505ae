import { travelMonths } from '@raahi/contract/enquiry-words'
import { type Lead, placesOf } from '@raahi/contract/leads'
import type { LeadFilters } from '../leads/lead-filters.ts'

const contains = (text: string | null, part: string) =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false

/**
 * Whether a lead on sale matches the filters of a list. It only counts new leads: the list itself comes from the server,
 * whose rules are in `lead-filters.ts` and `search-leads.queries.ts` there.
 */
export function matchesFilters(lead: Lead, filters: LeadFilters): boolean {
  const { search, satatus, leadType, tripType, destination, city, verified } = filters
  const isOneOf = (text: string | null, places: string | undefined) => {
    const names = placesOf(places ?? '')
    return names.length === 0 || names.some((name) => contains(text, name))
  }
  return (
    (!satatus || satatus === 'buy') &&
    (!search || contains(lead.name, search)) &&
    (!leadType || lead.leadType === leadType) &&
    (!tripType || lead.tripType === tripType) &&
    (!destination || contains(lead.destination, destination)) &&
    (!city || contains(lead.city, city)) &&
    isOneOf(lead.destination, filters.destinations) &&
    isOneOf(lead.city, filters.cities) &&
    isInDates(lead, filters) &&
    (!verified || verified === 'email' || lead.phoneVerifiedAt !== null) &&
    (!verified || verified === 'phone' || lead.emailVerifiedAt !== null)
  )
}

/** A month matches if one of its days does. */
function isInDates(lead: Lead, { travelFrom, travelTo }: LeadFilters): boolean {
  if (!travelFrom && !travelTo) return true
  const { travelDate } = lead
  const [first, last] = travelDate ? [travelDate, travelDate] : daysOfMonth(lead)
  return first !== null && (!travelFrom || last >= travelFrom) && (!travelTo || first <= travelTo)
}

/** The first and the last day of the next such month, seen from the day of the enquiry. */
function daysOfMonth({
  travelMonth,
  createdAt,
}: Lead): readonly [string, string] | readonly [null, ''] {
  if (travelMonth === null) return [null, '']
  const created = new Date(createdAt)
  const month = travelMonths.indexOf(travelMonth)
  const year = created.getUTCFullYear() + (month < created.getUTCMonth() ? 1 : 0)
  const day = (date: number) =>
    new Date(Date.UTC(year, month + (date === 0 ? 1 : 0), date)).toISOString().slice(0, 10)
  return [day(1), day(0)]
}
