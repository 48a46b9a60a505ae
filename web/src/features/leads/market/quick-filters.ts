import { formatRupees } from '@raahi/contract/formats'
import type { QuickFilter } from '@raahi/contract/lead-preferences'
import { formatDate } from '../../../lib/dates.ts'
import { writeFilters } from '../../../lib/list-filters.ts'
import { type LeadFilters, leadFilters } from '../../lead-facts/public/lead-filters.ts'
import {
  leadStatusLabels,
  tripTypeLabels,
  verifiedLabels,
} from '../../lead-facts/public/lead-labels.ts'

/** The labels of the quick filters, in the order of the screen. */
export const quickFilterLabels: Record<QuickFilter, string> = {
  available: 'Available',
  domestic: 'Domestic',
  international: 'International',
  thisMonth: 'This month',
  myCities: 'My cities',
  myDestinations: 'My destinations',
  phoneVerified: verifiedLabels.phone,
}
export const quickFilterNames = Object.keys(quickFilterLabels) as QuickFilter[]

/** The places of an agent, chosen or learned from purchases. */
export interface OwnPlaces {
  destinations: readonly string[]
  cities: readonly string[]
}

type Changed = Partial<LeadFilters>

/** The list of the agent's places that a quick filter selects; undefined for a quick filter without places. */
export function placesOf(quick: QuickFilter, { destinations, cities }: OwnPlaces) {
  return quick === 'myCities' ? cities : quick === 'myDestinations' ? destinations : undefined
}

/** First and last day of the month of a day, 'YYYY-MM-DD'. */
function monthOf(day: string): { travelFrom: string; travelTo: string } {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { travelFrom: `${day.slice(0, 8)}01`, travelTo: `${day.slice(0, 8)}${lastDay}` }
}

/** The filters that a quick filter sets. */
export function filtersOf(quick: QuickFilter, places: OwnPlaces, today: string): Changed {
  switch (quick) {
    case 'available':
      return { status: 'buy' }
    case 'domestic':
    case 'international':
      return { leadType: quick }
    case 'thisMonth':
      return monthOf(today)
    case 'myCities':
      return { cities: places.cities.join(',') || undefined }
    case 'phoneVerified':
      return { verified: 'phone' }
    case 'myDestinations':
      return { destinations: places.destinations.join(',') || undefined }
  }
}

/** The quick filters that are on with these filters. Any list of places counts, including one from an old address. */
export function quickFiltersOn(filters: LeadFilters, today: string): QuickFilter[] {
  return quickFilterNames.filter((quick) => {
    if (quick === 'myCities') return filters.cities !== undefined
    if (quick === 'myDestinations') return filters.destinations !== undefined
    const wanted = filtersOf(quick, { destinations: [], cities: [] }, today)
    return Object.entries(wanted).every(
      ([name, value]) => filters[name as keyof LeadFilters] === value,
    )
  })
}

/** The change of the filters when a quick filter is turned on or off. */
export function toggleQuickFilter(
  quick: QuickFilter,
  isOn: boolean,
  places: OwnPlaces,
  today: string,
): Changed {
  const changed = filtersOf(quick, places, today)
  if (isOn) return changed
  return Object.fromEntries(Object.keys(changed).map((name) => [name, undefined]))
}

/** The query string of the marketplace with these quick filters; '' for none. */
export function searchOfQuickFilters(
  quick: readonly QuickFilter[],
  places: OwnPlaces,
  today: string,
): string {
  const parts = quick.map((one) => filtersOf(one, places, today))
  const filters: LeadFilters = Object.assign({ page: 1, sort: '-createdAt' }, ...parts)
  return writeFilters(leadFilters, filters).toString()
}

/** A set filter that no quick filter represents. */
export interface SetFilter {
  label: string
  /** The change that removes the filter. */
  changed: Changed
}

/** The filters to show beside the quick filters. */
export function otherFilters(filters: LeadFilters, today: string): SetFilter[] {
  const { search, destination, city, tripType, status, verified, maxPrice } = filters
  const { travelFrom, travelTo } = filters
  const isThisMonth = quickFiltersOn(filters, today).includes('thisMonth')
  const dates = [
    travelFrom && `from ${formatDate(travelFrom)}`,
    travelTo && `until ${formatDate(travelTo)}`,
  ]
  const shown: (SetFilter | false | undefined | '')[] = [
    search && { label: `Name: ${search}`, changed: { search: undefined } },
    destination && { label: `Destination: ${destination}`, changed: { destination: undefined } },
    city && { label: `City: ${city}`, changed: { city: undefined } },
    maxPrice && {
      label: `Up to ${formatRupees(Number(maxPrice))}`,
      changed: { maxPrice: undefined },
    },
    tripType && { label: tripTypeLabels[tripType], changed: { tripType: undefined } },
    status !== undefined &&
      status !== 'buy' && { label: leadStatusLabels[status], changed: { status: undefined } },
    verified !== undefined &&
      verified !== 'phone' && {
        label: verifiedLabels[verified],
        changed: { verified: undefined },
      },
    !isThisMonth &&
      (travelFrom || travelTo) && {
        label: `Travel ${dates.filter(Boolean).join(' ')}`,
        changed: { travelFrom: undefined, travelTo: undefined },
      },
  ]
  return shown.filter((one) => typeof one === 'object')
}
