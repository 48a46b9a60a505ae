import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { maxPlacesOfFilter } from './leads.ts'

/** The quick filters of the marketplace, in the order of the screen. */
export const quickFilters = [
  'available',
  'domestic',
  'international',
  'thisMonth',
  'myCities',
  'myDestinations',
  'phoneVerified',
] as const
export type QuickFilter = (typeof quickFilters)[number]

/** Longest place in a list of places, in characters. */
export const maxPlaceLength = 40
/** A place in a list of places, where commas separate them. */
const place = requiredText('Enter a place.', maxPlaceLength).refine((text) => !text.includes(','), {
  error: 'Enter one place at a time, without a comma.',
})
const ownPlaces = z.array(place).max(maxPlacesOfFilter, {
  error: `At most ${maxPlacesOfFilter} places.`,
})

/** Layouts of the purchased leads. */
export const purchaseLayouts = ['cards', 'list'] as const
export type PurchaseLayout = (typeof purchaseLayouts)[number]

/** The choices of an agent for the lists of leads and the dashboard. */
export const leadPreferences = z.object({
  destinations: z.array(z.string()),
  cities: z.array(z.string()),
  /** Whether the places are those of the agent's latest purchases, because the agent has chosen none. */
  destinationsLearned: z.boolean(),
  citiesLearned: z.boolean(),
  /** The quick filters that were on when the agent last used one. */
  quickFilters: z.array(z.enum(quickFilters)),
  /** How the purchased leads are shown. */
  purchaseLayout: z.enum(purchaseLayouts),
  /** Whether the agent has hidden the first steps on the dashboard. */
  hidesFirstSteps: z.boolean(),
})
export type LeadPreferences = z.output<typeof leadPreferences>

export const getLeadPreferences = endpoint('GET', '/api/leadPreferences', {
  name: 'getLeadPreferences',
  summary: 'Get the caller’s choices for lists of leads and the dashboard',
  access: 'agent',
  lowestRole: 'caller',
  list: true,
  answer: leadPreferences,
})

export const setLeadPreferences = endpoint('PUT', '/api/leadPreferences', {
  name: 'setLeadPreferences',
  summary: 'Change the caller’s choices for lists of leads and the dashboard',
  access: 'agent',
  lowestRole: 'caller',
  body: z.strictObject({
    /** Null: those of the latest purchases. Absent: unchanged. */
    destinations: ownPlaces.nullish(),
    cities: ownPlaces.nullish(),
    quickFilters: z
      .array(z.enum(quickFilters, { error: 'This quick filter is not recognised.' }))
      .max(quickFilters.length, { error: `At most ${quickFilters.length} quick filters.` })
      .optional(),
    purchaseLayout: z.enum(purchaseLayouts, { error: 'Choose cards or list.' }).optional(),
    hidesFirstSteps: z.boolean({ error: 'Choose true or false.' }).optional(),
  }),
  answer: leadPreferences,
  errors: ['TOO_MANY_REQUESTS'],
})
