import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, optionalFilter } from './fields.ts'
import { rupees } from './money.ts'

/** Figures of fewer leads than this are not shown. */
export const minWorthLeads = 10

/** Largest number of groups in one response. */
export const maxWorthGroups = 100

/**
 * The keys of groups.
 * - destination: as travellers wrote it, in any case; '' if it is not known
 * - source: how the traveller found the site, one of `enquirySources`, or 'admin': an admin entered the lead
 * - month: of the purchase in India, YYYY-MM
 */
export const worthGroups = ['destination', 'source', 'month'] as const
export type WorthGroup = (typeof worthGroups)[number]

/** Costs and results of bought leads. */
const worthFigures = z.object({
  /** Bought leads. */
  leads: z.int(),
  /** What they cost: from the wallet, and for a lead of a plan its share of the price of the plan. */
  spent: rupees,
  /** Leads whose replacement was approved, and what these gave back, counted in the same way. */
  returnedLeads: z.int(),
  returned: rupees,
  /** Won trips, returned leads not included, and those of them whose amount was entered. */
  won: z.int(),
  wonWithAmount: z.int(),
  wonAmount: rupees,
  /** (spent − returned) / won; null: none is won. */
  costPerWon: rupees.nullable(),
})
export type WorthFigures = z.output<typeof worthFigures>

export const getPipelineWorth = endpoint('GET', '/api/pipeline/worth', {
  name: 'getPipelineWorth',
  summary: 'Get what the caller’s leads cost and brought, in total and by group',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  query: z.strictObject({
    by: optionalFilter(
      z.enum(worthGroups, { error: 'Choose destination, source or month.' }),
    ).transform((by): WorthGroup => by ?? 'destination'),
    /** Days of the purchase in Asia/Kolkata, both included. */
    startDate: optionalFilter(day),
    endDate: optionalFilter(day),
  }),
  answer: z.object({
    /** How many leads were bought. With fewer than `minWorthLeads`, `total` is null. */
    leads: z.int(),
    total: worthFigures.nullable(),
    /** Groups of at least `minWorthLeads` leads: those with most leads, or the latest months by time. */
    groups: z.array(z.object({ key: z.string(), ...worthFigures.shape })).max(maxWorthGroups),
    /** Leads in groups of fewer than `minWorthLeads`, which are not shown. */
    leadsInSmallGroups: z.int(),
    /** Leads in further groups beyond the first `maxWorthGroups`. */
    leadsInFurtherGroups: z.int(),
  }),
})
