import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams } from './fields.ts'
import { rupees, rupeesInput, rupeesText } from './money.ts'

/** `both` is the price of a lead type for which no price is set. */
export const leadCostTypes = ['domestic', 'international', 'both'] as const
export type LeadCostType = (typeof leadCostTypes)[number]

export const leadCost = z.object({ _id: id, type: z.enum(leadCostTypes), price: rupees })
export type LeadCost = z.output<typeof leadCost>

/** A lead may cost nothing. */
const price = rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 })

export const leadCostBody = z.strictObject({
  type: z.enum(leadCostTypes, { error: 'Choose domestic, international or both.' }),
  price,
})

export const listLeadCosts = endpoint('GET', '/api/leadCost', {
  name: 'listLeadCosts',
  summary: 'List lead costs',
  access: 'signed-in',
  lowestRole: 'buyer',
  right: 'none',
  answer: z.array(leadCost),
})

export const setLeadCost = endpoint('POST', '/api/leadCost', {
  name: 'setLeadCost',
  summary: 'Create or replace the lead cost of a lead type',
  access: 'admin',
  right: 'money',
  body: leadCostBody,
  answer: leadCost,
  message: 'Lead cost saved.',
})

export const updateLeadCost = endpoint('PUT', '/api/leadCost/{id}', {
  name: 'updateLeadCost',
  summary: 'Update a lead cost',
  access: 'admin',
  right: 'money',
  params: idParams,
  body: z.strictObject({ price }),
  answer: leadCost,
  message: 'Successfully updated lead cost.',
  errors: ['LEAD_COST_NOT_FOUND'],
})

export const previewLeadCost = endpoint('GET', '/api/leadCost/preview', {
  name: 'previewLeadCost',
  summary:
    'Count the leads and saved searches that a price of a lead type affects. Changes nothing',
  access: 'admin',
  right: 'money',
  list: true,
  query: z.strictObject({
    type: leadCostBody.shape.type,
    price: z.string().regex(rupeesText, { error: 'Enter a price in rupees.' }),
  }),
  answer: z.object({
    /** The leads for sale whose price changes. */
    leads: z.int(),
    /** The saved searches with a highest price that find leads at the present price, and not at this one. */
    searchesLost: z.int(),
    /** Those that find leads at this price, and not at the present one. */
    searchesWon: z.int(),
  }),
})

export const deleteLeadCost = endpoint('DELETE', '/api/leadCost/{id}', {
  name: 'deleteLeadCost',
  summary: 'Delete a lead cost',
  access: 'admin',
  right: 'money',
  params: idParams,
  message: 'Lead cost deleted.',
  errors: ['LEAD_COST_NOT_FOUND'],
})
