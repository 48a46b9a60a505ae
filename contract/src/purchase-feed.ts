import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, instant, optionalFilter, pageLimit } from './fields.ts'
import { maxFeedPurchases } from './integration-limits.ts'
import { leadTypes, tripTypes, wishAnswers } from './leads.ts'
import { payWays } from './purchases.ts'

/** The id and the number of a lead, which name no traveller. */
export const leadReference = z.strictObject({ _id: id, leadId: z.string() })

/** What a traveller gave. */
const trip = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  city: z.string().nullable(),
  destination: z.string().nullable(),
  travelDate: day.nullable(),
  ...wishAnswers,
  travelDays: z.int(),
  travelNights: z.int(),
  adult: z.int(),
  children: z.int(),
  infant: z.int(),
  tripType: z.enum(tripTypes),
  leadType: z.enum(leadTypes),
  emailVerifiedAt: instant.nullable(),
  phoneVerifiedAt: instant.nullable(),
})

/** A purchase for the systems of its buyer, in the feed and in `lead.purchased`. Amounts are integer paise. */
export const purchasedLead = z.strictObject({
  purchaseId: id,
  purchasedAt: instant,
  pricePaise: z.int(),
  /** What the wallet paid; 0 if a plan paid. */
  costPaise: z.int(),
  paidWith: z.enum(payWays),
  /** Only `_id` and `leadId` once the traveller has withdrawn or was erased. */
  lead: z.strictObject({ ...leadReference.shape, ...trip.partial().shape }),
})
export type PurchasedLead = z.output<typeof purchasedLead>

export const readPurchaseFeed = endpoint('GET', '/api/purchases/feed', {
  name: 'readPurchaseFeed',
  summary: 'Read the purchases of the key’s agent in the order in which they were made',
  access: 'purchases:read',
  query: z.strictObject({
    /** `next` of an earlier answer. Absent: from the first purchase. */
    after: optionalFilter(z.string().max(100, { error: 'Send `next` of an earlier answer.' })),
    limit: pageLimit(maxFeedPurchases, maxFeedPurchases),
  }),
  answer: z.object({
    purchases: z.array(purchasedLead),
    /** The cursor after the last one of these purchases. It does not expire, also if there were none. */
    next: z.string(),
  }),
})
