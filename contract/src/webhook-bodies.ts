import { z } from 'zod'
import { day, id, instant } from './fields.ts'
import { decidedHow, leadTypes, requestStatuses, tripTypes, wishAnswers } from './leads.ts'
import { leadReference, purchasedLead } from './purchase-feed.ts'
import { payWays } from './purchases.ts'
import { rejectionCodes, replacementReasons } from './replacement-reasons.ts'
import type { WebhookEvent } from './webhook-events.ts'

const lead = leadReference
const paise = z.int()

/** The `data` of each event. Amounts are integer paise. */
export const webhookData = {
  'lead.purchased': purchasedLead,
  'lead.withdrawn': z.strictObject({ purchaseId: id, lead }),
  'replacement.decided': z.strictObject({
    requestId: id,
    lead,
    status: z.enum(requestStatuses),
    decidedHow: z.enum(decidedHow),
    returned: z.enum(payWays).nullable(),
    refundPaise: paise.nullable(),
    rejectionCode: z.enum(rejectionCodes).nullable(),
    decidedAt: instant,
  }),
  'wallet.low': z.strictObject({ balancePaise: paise }),
  'plan.ending': z.strictObject({
    subscriptionId: id,
    planName: z.string(),
    endsAt: instant,
    leadsLeft: z.int(),
  }),
  'quote.answered': z.strictObject({
    quoteId: id,
    version: z.int(),
    lead,
    kind: z.enum(['like', 'question']),
    text: z.string().nullable(),
  }),
  'enquiry.received': z.strictObject({
    enquiryId: id,
    reference: z.string(),
    leadType: z.enum(leadTypes).nullable(),
    tripType: z.enum(tripTypes).nullable(),
    destination: z.string().nullable(),
    /** How the traveller found Raahi. */
    source: z.string().nullable(),
    /** The source on the screen Sources. */
    sourceId: id,
    sourceName: z.string(),
    isDuplicate: z.boolean(),
    receivedAt: instant,
  }),
  'lead.published': z.strictObject({
    lead,
    leadType: z.enum(leadTypes),
    tripType: z.enum(tripTypes),
    destination: z.string().nullable(),
    city: z.string().nullable(),
    travelDate: day.nullable(),
    travelMonth: wishAnswers.travelMonth,
    /** Null: no price is set. */
    pricePaise: paise.nullable(),
    createdAt: instant,
  }),
  'lead.sold': z.strictObject({
    lead,
    soldAt: instant,
    /** 'outside': an admin recorded the sale, so it has no purchase. */
    cause: z.enum(['purchase', 'outside']),
    pricePaise: paise.nullable(),
    purchaseId: id.nullable(),
    userId: id.nullable(),
    costPaise: paise.nullable(),
    paidWith: z.enum(payWays).nullable(),
  }),
  'payment.captured': z.strictObject({
    paymentId: id,
    gatewayPaymentId: z.string(),
    userId: id.nullable(),
    amountPaise: paise,
    planName: z.string().nullable(),
  }),
  'replacement.requested': z.strictObject({
    requestId: id,
    lead,
    userId: id,
    reasonCode: z
      .enum(Object.keys(replacementReasons) as (keyof typeof replacementReasons)[])
      .nullable(),
    requestedAt: instant,
    decideBy: instant.nullable(),
  }),
  'user.registered': z.strictObject({
    userId: id,
    name: z.string(),
    companyName: z.string().nullable(),
    city: z.string().nullable(),
    email: z.string(),
    registeredAt: instant,
  }),
} satisfies Record<WebhookEvent, z.ZodType>
