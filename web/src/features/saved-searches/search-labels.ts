import { formatRupees } from '@raahi/contract/formats'
import type { AlertFrequency, SavedSearch } from '@raahi/contract/saved-searches'
import { formatDate } from '../../lib/dates.ts'
import { writeFilters } from '../../lib/list-filters.ts'
import { type LeadFilters, leadFilters } from '../lead-facts/public/lead-filters.ts'
import { leadTypeLabels, tripTypeLabels, verifiedLabels } from '../lead-facts/public/lead-labels.ts'

export const frequencyLabels: Record<AlertFrequency, string> = {
  off: 'No emails',
  'at-once': 'At once',
  hourly: 'Every hour',
  daily: 'Daily at 9 AM',
}

/** How often alerts are shown on devices. */
export const deviceFrequencyLabels: Record<AlertFrequency, string> = {
  ...frequencyLabels,
  off: 'No alerts',
}

/** How often a search alerts devices. */
export function describeDeviceAlerts(frequency: AlertFrequency, hasDevice: boolean): string {
  if (frequency === 'off') return 'No alerts on devices'
  return hasDevice ? `Devices: ${deviceFrequencyLabels[frequency]}` : 'No device switched on yet'
}

/** The filters of the marketplace that a search stores. */
export type StoredFilters = Pick<Partial<LeadFilters>, (typeof storedNames)[number]>

/** The filters of a search as the address of the marketplace has them. */
export function filtersOfSearch({
  filters,
  maxPrice,
}: Pick<SavedSearch, 'filters' | 'maxPrice'>): StoredFilters {
  return { ...filters, ...(maxPrice !== null && { maxPrice: String(maxPrice) }) }
}

const storedNames = [
  'leadType',
  'tripType',
  'destination',
  'destinations',
  'city',
  'cities',
  'maxPrice',
  'travelFrom',
  'travelTo',
  'verified',
] as const satisfies readonly (keyof LeadFilters)[]

/** The filters of the address that a search stores. */
export function storedFiltersOf(filters: StoredFilters): StoredFilters {
  return Object.fromEntries(
    storedNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
}

/** Whether both select the same leads. */
function areSameFilters(one: StoredFilters, other: StoredFilters): boolean {
  return storedNames.every((name) => (one[name] ?? '') === (other[name] ?? ''))
}

/**
 * The search that the marketplace shows. Several searches may have the same filters.
 * @param chosenId the search that was chosen last
 */
export function findShownSearch(
  searches: readonly SavedSearch[],
  present: StoredFilters,
  chosenId: string | null,
): SavedSearch | undefined {
  const same = searches.filter((search) => areSameFilters(filtersOfSearch(search), present))
  return same.find(({ _id }) => _id === chosenId) ?? same[0]
}

/** The filters that a chip of a saved search sets in the marketplace. All other filters are cleared. */
export function filtersToShow(filters: StoredFilters): Partial<LeadFilters> {
  const none = Object.fromEntries(Object.keys(leadFilters).map((name) => [name, undefined]))
  return { ...none, sort: '-createdAt', status: 'buy', ...filters }
}

/** The address of the marketplace with a search. */
export function marketAddress(filters: StoredFilters): string {
  const shown = { page: 1, sort: '-createdAt', status: 'buy', ...filters } as LeadFilters
  return `/dashboard/my-leads?${writeFilters(leadFilters, shown)}`
}

/** The filters as texts: 'Goa, Kerala or Ooty', 'from Pune', 'Family'. */
export function describeFilters(filters: StoredFilters): string[] {
  const { leadType, tripType, travelFrom, travelTo, verified, maxPrice } = filters
  const words = [
    placeWords(filters.destination, filters.destinations),
    prefixed('from ', placeWords(filters.city, filters.cities)),
    leadType && leadTypeLabels[leadType],
    tripType && tripTypeLabels[tripType],
    travelFrom && travelTo
      ? `travel ${formatDate(travelFrom)} to ${formatDate(travelTo)}`
      : prefixed('travel from ', travelFrom && formatDate(travelFrom)) ||
        prefixed('travel until ', travelTo && formatDate(travelTo)),
    verified && verifiedLabels[verified],
    maxPrice && `up to ${formatRupees(Number(maxPrice))} a lead`,
  ]
  return words.filter((word) => typeof word === 'string' && word !== '') as string[]
}

/** A name for a search that an agent has not named yet. */
export function suggestName(filters: StoredFilters, maxLength: number): string {
  const [first = 'New leads', second] = describeFilters(filters)
  const name = second ? `${first}, ${second}` : first
  return name.slice(0, maxLength).trim()
}

function placeWords(one: string | undefined, list: string | undefined): string {
  const places = list
    ?.split(/ *, */)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')
  return [one, places].filter(Boolean).join(' and ')
}

function prefixed(prefix: string, words: string | undefined): string {
  return words ? `${prefix}${words}` : ''
}

/** '7', or '99+' from 100, the number up to which the server counts. */
export function formatNewMatches(count: number): string {
  return count < 100 ? String(count) : '99+'
}
