import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { enquirySources } from './enquiry-labels.ts'
import { idParams, instant } from './fields.ts'
import { leadTypes } from './leads.ts'

/** The odds count the purchases of this many days. */
export const oddsDays = 365
/** Odds of fewer purchases are not shown to agents. */
export const minOddsPurchases = 50
/** Months that ended before today, each of which is predicted by the odds of its first day. */
export const backTestMonths = 6

/** Leads are alike if all of these are the same. All of it is visible to agents, except the source. */
export const leadGroup = z.object({
  /** The contacts that the traveller had verified. */
  verification: z.enum(['none', 'email', 'phone', 'both']),
  /** 'Admin': an admin entered the lead. */
  source: z.enum([...enquirySources, 'Admin']),
  /** How many of email, city, destination, days, travellers, budget and priority are given: 0 to 2, 3 to 5, 6 or 7. */
  completeness: z.enum(['few', 'some', 'most']),
  hasTravelDate: z.boolean(),
  leadType: z.enum(leadTypes),
})
export type LeadGroup = z.output<typeof leadGroup>

/** A share between 0 and 1. */
const share = z.number().min(0).max(1)
/** Brier scores, which are mean squared errors, of the odds and of the base rate alone. Smaller is better. */
const scores = { brier: share, baseBrier: share }

/** The result of the nightly computation, for admins. */
export const computedOdds = z.object({
  computedAt: instant,
  /** The purchases that count, and those of them that were returned. */
  purchases: z.int(),
  returned: z.int(),
  baseRate: share.nullable(),
  /** The odds of a group combine its purchases with this many assumed purchases at the base rate. */
  priorWeight: z.number(),
  /** Whether the back-test is better than the base rate. Otherwise agents are shown no odds. */
  isBetter: z.boolean(),
  /** Null: no purchase could be tested. */
  backTest: z.object({ purchases: z.int(), ...scores }).nullable(),
  /** The back-test by month, oldest first. A month without a tested purchase is missing. */
  months: z.array(
    z.object({ month: z.iso.date(), purchases: z.int(), returned: z.int(), ...scores }),
  ),
  /** The tested purchases in ten parts, from the lowest predicted odds to the highest. */
  tenths: z.array(
    z.object({ tenth: z.int(), purchases: z.int(), predicted: share, returned: z.int() }),
  ),
  /** Every group with a purchase, the largest first. */
  groups: z.array(leadGroup.extend({ purchases: z.int(), returned: z.int(), odds: share })),
})
export type ComputedOdds = z.output<typeof computedOdds>

export const getReturnOdds = endpoint('GET', '/api/returnOdds', {
  name: 'getReturnOdds',
  summary: 'Read the return odds of all groups of leads, and their back-test',
  access: 'admin',
  right: 'settings',
  /** Null: not computed yet. */
  answer: z.object({ computed: computedOdds.nullable() }),
})

/** 'Of 312 leads like this one, 4 in 100 were returned.' */
export const leadOdds = z.object({ purchases: z.int(), perHundred: z.int() })
export type LeadOdds = z.output<typeof leadOdds>

export const getLeadOdds = endpoint('GET', '/api/leads/{id}/returnOdds', {
  name: 'getLeadOdds',
  summary:
    'Read how often leads like this one were returned. It depends on no contact and on no agent',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  /** Null: too few purchases, or odds that are no better than the base rate. */
  answer: z.object({ odds: leadOdds.nullable() }),
  errors: ['LEAD_NOT_FOUND'],
})
