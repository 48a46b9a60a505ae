import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, requiredText } from './fields.ts'
import { leadListQuery } from './leads.ts'
import { rupees, rupeesInput } from './money.ts'

/** Saved searches of one agent. */
export const maxSavedSearches = 50
/** Longest name of a saved search, in characters. */
export const maxSearchNameLength = 60

/**
 * The filters of the marketplace that a search stores, as the address of the marketplace has them. It has no name of a
 * traveller, and no status: only new leads for sale match.
 */
const marketFilters = {
  leadType: leadListQuery.shape.leadType,
  tripType: leadListQuery.shape.tripType,
  destination: leadListQuery.shape.destination,
  destinations: leadListQuery.shape.destinations,
  city: leadListQuery.shape.city,
  cities: leadListQuery.shape.cities,
  travelFrom: leadListQuery.shape.travelFrom,
  travelTo: leadListQuery.shape.travelTo,
  verified: leadListQuery.shape.verified,
}

export const savedSearchForm = z
  .strictObject({
    name: requiredText('Enter a name for this search.', maxSearchNameLength),
    ...marketFilters,
    /** Leads that cost more do not match. */
    maxPrice: rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 }).nullish(),
    /** A paused search matches no lead. */
    isPaused: z.boolean({ error: 'Choose true or false.' }).default(false),
  })
  .refine(({ travelFrom, travelTo }) => !travelFrom || !travelTo || travelFrom <= travelTo, {
    path: ['travelTo'],
    error: 'The last day is before the first.',
  })
export type SavedSearchFields = z.output<typeof savedSearchForm>

export const savedSearch = z.object({
  _id: id,
  name: z.string(),
  /** Only the filters that are set, as the query of the list of leads takes them. */
  filters: z.object(marketFilters),
  maxPrice: rupees.nullable(),
  isPaused: z.boolean(),
  /** Leads for sale that matched since the agent last opened this search. */
  newMatches: z.int(),
  createdAt: instant,
})
export type SavedSearch = z.output<typeof savedSearch>

export const listSavedSearches = endpoint({
  name: 'listSavedSearches',
  summary: 'List the caller’s saved searches, by name',
  method: 'GET',
  path: '/api/savedSearches',
  access: 'agent',
  list: true,
  answer: z.array(savedSearch).max(maxSavedSearches),
})

export const createSavedSearch = endpoint({
  name: 'createSavedSearch',
  summary: 'Save a search: new leads that match it are found from now on',
  method: 'POST',
  path: '/api/savedSearches',
  access: 'agent',
  body: savedSearchForm,
  answer: savedSearch,
  status: 201,
  message: 'Search saved.',
  errors: ['SAVED_SEARCH_LIMIT', 'SAVED_SEARCH_NAME_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const updateSavedSearch = endpoint({
  name: 'updateSavedSearch',
  summary:
    'Change a saved search. With other filters, it matches leads that are put on sale from now on',
  method: 'PUT',
  path: '/api/savedSearches/{id}',
  access: 'agent',
  params: idParams,
  body: savedSearchForm,
  answer: savedSearch,
  message: 'Search changed.',
  errors: ['SAVED_SEARCH_NOT_FOUND', 'SAVED_SEARCH_NAME_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const deleteSavedSearch = endpoint({
  name: 'deleteSavedSearch',
  summary: 'Delete a saved search',
  method: 'DELETE',
  path: '/api/savedSearches/{id}',
  access: 'agent',
  params: idParams,
  message: 'Search deleted.',
  errors: ['SAVED_SEARCH_NOT_FOUND'],
})

export const markSavedSearchSeen = endpoint({
  name: 'markSavedSearchSeen',
  summary: 'Mark the matches of a saved search as seen',
  method: 'POST',
  path: '/api/savedSearches/{id}/seen',
  access: 'agent',
  params: idParams,
  errors: ['SAVED_SEARCH_NOT_FOUND'],
})
