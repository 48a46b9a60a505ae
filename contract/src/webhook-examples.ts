import type { z } from 'zod'
import type { webhookData } from './webhook-bodies.ts'
import type { WebhookEvent } from './webhook-events.ts'

// The examples of the public page, which does not load zod.

const lead = { _id: '019a0000-0000-7000-8000-000000000002', leadId: 'LD-000123' }
const purchaseId = '019a0000-0000-7000-8000-000000000001'
const userId = '019a0000-0000-7000-8000-000000000003'
const at = '2026-11-29T10:00:00.000Z'

/** An example of the `data` of each event. */
export const webhookExamples: {
  [Event in WebhookEvent]: z.input<(typeof webhookData)[Event]>
} = {
  'lead.purchased': {
    purchaseId,
    purchasedAt: at,
    pricePaise: 5000,
    costPaise: 5000,
    paidWith: 'wallet',
    lead: {
      ...lead,
      name: 'Asha Rao',
      phone: '+919876543210',
      email: 'asha@example.com',
      city: 'Pune',
      destination: 'Goa',
      travelDate: '2027-01-15',
      travelMonth: null,
      travelDays: 5,
      travelNights: 4,
      adult: 2,
      children: 1,
      infant: 0,
      tripType: 'Family',
      leadType: 'domestic',
      budgetPerPerson: null,
      priority: null,
      emailVerifiedAt: null,
      phoneVerifiedAt: '2026-11-29T09:30:00.000Z',
    },
  },
  'lead.withdrawn': { purchaseId, lead },
  'replacement.decided': {
    requestId: '019a0000-0000-7000-8000-000000000004',
    lead,
    status: 'approved',
    decidedHow: 'person',
    returned: 'wallet',
    refundPaise: 5000,
    rejectionCode: null,
    decidedAt: at,
  },
  'wallet.low': { balancePaise: 20000 },
  'plan.ending': {
    subscriptionId: '019a0000-0000-7000-8000-000000000005',
    planName: 'Starter',
    endsAt: '2026-12-01T18:29:59.000Z',
    leadsLeft: 3,
  },
  'quote.answered': {
    quoteId: '019a0000-0000-7000-8000-000000000006',
    version: 1,
    lead,
    kind: 'question',
    text: 'Is breakfast included?',
  },
  'enquiry.received': {
    enquiryId: '019a0000-0000-7000-8000-000000000007',
    reference: 'RQ-000045',
    leadType: 'domestic',
    tripType: 'Family',
    destination: 'Goa',
    source: 'Partner',
    sourceId: '019a0000-0000-7000-8000-000000000008',
    sourceName: 'Holiday Desk',
    isDuplicate: false,
    receivedAt: at,
  },
  'lead.published': {
    lead,
    leadType: 'domestic',
    tripType: 'Family',
    destination: 'Goa',
    city: 'Pune',
    travelDate: '2027-01-15',
    travelMonth: null,
    pricePaise: 5000,
    createdAt: at,
  },
  'lead.sold': {
    lead,
    soldAt: at,
    cause: 'purchase',
    pricePaise: 5000,
    purchaseId,
    userId,
    costPaise: 5000,
    paidWith: 'wallet',
  },
  'payment.captured': {
    paymentId: '019a0000-0000-7000-8000-000000000008',
    gatewayPaymentId: 'pay_Q1w2E3r4T5y6U7',
    userId,
    amountPaise: 500000,
    planName: null,
  },
  'replacement.requested': {
    requestId: '019a0000-0000-7000-8000-000000000004',
    lead,
    userId,
    reasonCode: 'unreachable',
    requestedAt: at,
    decideBy: '2026-12-01T10:00:00.000Z',
  },
  'user.registered': {
    userId,
    name: 'Ravi Kumar',
    companyName: 'Sunrise Tours',
    city: 'Pune',
    email: 'ravi@example.com',
    registeredAt: at,
  },
}
