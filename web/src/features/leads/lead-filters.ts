import { type LeadListQuery, leadListQuery } from '@raahi/contract/leads'
import { z } from 'zod'
import { type ShownLeadStatus, shownLeadStatuses } from './lead-labels.ts'

/** The page of the marketplace and its filters, as they stand in the address. `limit` is not one of them. */
export type LeadFilters = Omit<LeadListQuery, 'limit' | 'satatus' | 'expired'> & {
  satatus: ShownLeadStatus | undefined
}
export type LeadFilterName = Exclude<keyof LeadFilters, 'page' | 'sort'>

export const leadFilterNames = [
  'search',
  'leadType',
  'tripType',
  'satatus',
  'destination',
  'city',
  'travelFrom',
  'travelTo',
] as const satisfies readonly LeadFilterName[]

const { limit: _, expired: __, ...shape } = leadListQuery.shape
const fields = { ...shape, satatus: z.enum(shownLeadStatuses).optional() }
const lastPage = 100_000

/**
 * Reads the filters from the address. People edit addresses and keep old ones: a value that isn't one
 * is dropped, each for itself.
 */
export function readLeadFilters(params: URLSearchParams): LeadFilters {
  const read = <N extends keyof typeof fields>(name: N): LeadFilters[N] => {
    const parsed = fields[name].safeParse(params.get(name) ?? undefined)
    const fallback = () => fields[name].parse(undefined)
    return (parsed.success ? parsed.data : fallback()) as LeadFilters[N]
  }
  return {
    page: Math.min(read('page'), lastPage),
    search: read('search'),
    leadType: read('leadType'),
    tripType: read('tripType'),
    satatus: read('satatus'),
    destination: read('destination'),
    city: read('city'),
    travelFrom: read('travelFrom'),
    travelTo: read('travelTo'),
    sort: read('sort'),
  }
}

/** Writes the filters for the address: what is not set, and what is usual, is left out. */
export function writeLeadFilters(filters: LeadFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of leadFilterNames) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (filters.sort !== '-createdAt') params.set('sort', filters.sort)
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** What the server is asked for: it keeps status and expiry apart, screens show one word for both. */
export function leadQueryOf({ satatus, ...filters }: LeadFilters): Omit<LeadListQuery, 'limit'> {
  if (satatus === 'expired') return { ...filters, expired: true }
  return { ...filters, satatus, expired: satatus === 'buy' ? false : undefined }
}

/** How many filters are set; the order is none. */
export function countLeadFilters(filters: LeadFilters): number {
  return leadFilterNames.filter((name) => Boolean(filters[name])).length
}
