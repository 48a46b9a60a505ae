import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filterText } from './fields.ts'

/** The filters of the marketplace that suggest values. */
export const suggestedFields = ['destination', 'city'] as const
export type SuggestedField = (typeof suggestedFields)[number]

export const maxSuggestions = 8

/** Counts leads for sale that have not expired, as of some seconds ago. The answer contains no data of a single lead. */
export const listLeadSuggestions = endpoint('GET', '/api/leadSuggestions', {
  name: 'listLeadSuggestions',
  summary: 'Suggest destinations or cities of leads for sale that contain a text, most leads first',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  query: z.strictObject({
    field: z.enum(suggestedFields, { error: 'Choose destination or city.' }).default('destination'),
    /** '' suggests the places with most leads. */
    text: filterText().default(''),
  }),
  answer: z
    .array(
      z.object({
        /** The name of a listed place; another place as most of its leads write it. */
        name: z.string(),
        /** Leads for sale there. */
        leads: z.int(),
      }),
    )
    .max(maxSuggestions),
})
