import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, requiredText } from './fields.ts'
import { leadListQuery } from './leads.ts'
import { rupees, rupeesInput } from './money.ts'

/** Saved searches of one agent. */
export const maxSavedSearches = 50
/** When an agent gets alerts about new leads of a search, by mail or on a device. Daily ones are sent at nine in India. */
export const alertFrequencies = ['off', 'at-once', 'hourly', 'daily'] as const
export type AlertFrequency = (typeof alertFrequencies)[number]

/** New matches of a search are counted up to this number: it means 'this many or more'. */
export const maxNewMatches = 100

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
    // The erasure of a traveller does not search these names, so they must contain no contact.
    name: requiredText('Enter a name for this search.', maxSearchNameLength).refine(
      (name) => !/@|\d{5}[ -]?\d{5}/.test(name),
      { error: 'Leave out phone numbers and emails.' },
    ),
    ...marketFilters,
    /** Leads that cost more do not match. */
    maxPrice: rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 }).nullish(),
    /** A paused search matches no lead. */
    isPaused: z.boolean({ error: 'Choose true or false.' }).default(false),
    mailAlerts: z.enum(alertFrequencies, { error: 'Choose how often.' }).default('off'),
    /** Alerts in the browsers that the agent has added. Without one, nothing is sent. */
    pushAlerts: z.enum(alertFrequencies, { error: 'Choose how often.' }).default('at-once'),
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
  mailAlerts: z.enum(alertFrequencies),
  pushAlerts: z.enum(alertFrequencies),
  /** Leads for sale that matched since the agent last opened this search or changed its filters. */
  newMatches: z.int().max(maxNewMatches),
  createdAt: instant,
})
export type SavedSearch = z.output<typeof savedSearch>

export const listSavedSearches = endpoint('GET', '/api/savedSearches', {
  name: 'listSavedSearches',
  summary: 'List the caller’s saved searches, by name',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  answer: z.array(savedSearch).max(maxSavedSearches),
})

export const createSavedSearch = endpoint('POST', '/api/savedSearches', {
  name: 'createSavedSearch',
  summary: 'Save a search: new leads that match it are found from now on',
  access: 'agent',
  lowestRole: 'buyer',
  body: savedSearchForm,
  answer: savedSearch,
  status: 201,
  message: 'Search saved.',
  errors: [
    'SAVED_SEARCH_LIMIT',
    'SAVED_SEARCH_NAME_TAKEN',
    'EMAIL_NOT_CONFIRMED',
    'TOO_MANY_REQUESTS',
  ],
})

export const updateSavedSearch = endpoint('PUT', '/api/savedSearches/{id}', {
  name: 'updateSavedSearch',
  summary:
    'Change a saved search. With other filters, it matches leads that are put on sale from now on',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  body: savedSearchForm,
  answer: savedSearch,
  message: 'Search changed.',
  errors: [
    'SAVED_SEARCH_NOT_FOUND',
    'SAVED_SEARCH_NAME_TAKEN',
    'EMAIL_NOT_CONFIRMED',
    'TOO_MANY_REQUESTS',
  ],
})

export const deleteSavedSearch = endpoint('DELETE', '/api/savedSearches/{id}', {
  name: 'deleteSavedSearch',
  summary: 'Delete a saved search',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  message: 'Search deleted.',
  errors: ['SAVED_SEARCH_NOT_FOUND'],
})

export const markSavedSearchSeen = endpoint('POST', '/api/savedSearches/{id}/seen', {
  name: 'markSavedSearchSeen',
  summary: 'Mark the matches of a saved search as seen',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  errors: ['SAVED_SEARCH_NOT_FOUND'],
})

/** The address of the page that stops alerts without a login. Its `keys` are secrets of searches, separated by dots. */
export const stopAlertsPath = '/alerts/stop'

/** A time of day in India, HH:MM. */
const timeOfDay = z
  .string({ error: 'Enter a time.' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time, like 22:00.' })

/** Hours of each day without alerts. Alerts that become due in these hours are sent when they end. */
export const quietHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    error: 'Choose two different times.',
  })
export type QuietHours = z.output<typeof quietHours>

const alertSettings = z.object({
  quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
})
export type AlertSettings = z.output<typeof alertSettings>

export const getAlertSettings = endpoint('GET', '/api/alertSettings', {
  name: 'getAlertSettings',
  summary: 'Get the caller’s hours without alerts',
  access: 'agent',
  lowestRole: 'buyer',
  answer: alertSettings,
})

export const setAlertSettings = endpoint('PUT', '/api/alertSettings', {
  name: 'setAlertSettings',
  summary: 'Set or remove the caller’s hours without alerts',
  access: 'agent',
  lowestRole: 'buyer',
  body: z.strictObject({ quietHours: quietHours.nullable() }),
  answer: alertSettings,
  message: 'Quiet hours saved.',
  errors: ['TOO_MANY_REQUESTS'],
})
