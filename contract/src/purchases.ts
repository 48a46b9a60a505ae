import { z } from 'zod'
import { assignee } from './assignee-filter.ts'
import { callReport } from './call-reports.ts'
import { lastContact } from './contact-log.ts'
import { endpoint } from './endpoint.ts'
import { exportAnswerType, formatQuery } from './export-format.ts'
import {
  day,
  filterText,
  id,
  instant,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
  person,
} from './fields.ts'
import { decidedHow, lead, leadType, replacementStatuses, requestStatuses } from './leads.ts'
import { rupees, rupeesInput } from './money.ts'
import { pipelineColumns } from './pipeline-labels.ts'
import { subscription } from './plans.ts'
import { requestPicture } from './replacement-pictures.ts'
import { rejectionCodes } from './replacement-reasons.ts'
import { returnCheck, returnRate, travellerReply } from './return-checks.ts'

export const payWays = ['plan', 'wallet'] as const
export type PayWay = (typeof payWays)[number]

/** A replacement request of a purchase, as its buyer and admins see it. */
export const replacementEvent = z.object({
  _id: id,
  status: z.enum(requestStatuses),
  /** It appeals against the rejection of the first request. */
  isAppeal: z.boolean(),
  reason: z.string(),
  pictures: z.array(requestPicture),
  createdAt: instant,
  /** The deadline of the decision, by the return policy of the purchase; null: the purchase has no policy. */
  decideBy: instant.nullable(),
  /** Null while pending. */
  decidedAt: instant.nullable(),
  /** 'deadline': approved because it was not decided in time; 'check': because a check proves it. Null while pending. */
  decidedHow: z.enum(decidedHow).nullable(),
  /** Why it was rejected, as a code and as text; null if it was not, or none was given. */
  rejectionCode: z.enum(rejectionCodes).nullable(),
  rejectionReason: z.string().nullable(),
  /** The deadline of an appeal; null: no appeal is possible, or it has no deadline. */
  appealBy: instant.nullable(),
  /** Only a pending appeal: whether the admin who rejected must leave it to another. False if no other admin exists. */
  needsOtherAdmin: z.boolean(),
  /** Only an appeal: whether the admin who rejected the first request decided it, because no other admin existed. */
  decidedAsOnlyAdmin: z.boolean(),
  /** What an approval gave back: money, with the amount, or a lead to the plan; null otherwise. */
  returned: z.enum(payWays).nullable(),
  returnedAmount: rupees.nullable(),
  /** The results of the automatic checks; none if the purchase has no policy. */
  checks: z.array(returnCheck),
  /** Null: the traveller was not asked. */
  traveller: travellerReply.nullable(),
  /** Of the agent, at the time of the request; null if the purchase has no policy. */
  returnRate: returnRate.nullable(),
})
export type ReplacementEvent = z.output<typeof replacementEvent>

/** A bought lead with its contact, as its buyer and admins see it. */
export const purchase = z.object({
  _id: id,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
  lead,
  /** The traveller has withdrawn the enquiry or had it erased, and must not be contacted any more. */
  contactStopped: z.boolean(),
  /** What the wallet paid; 0 when a plan paid, and for callers, who learn nothing about money. */
  cost: rupees,
  paidWith: z.enum(payWays),
  /** The plan that paid; null if the wallet did. */
  planName: z.string().nullable(),
  /** The saved search for which automatic buying bought it, null if deleted; null: bought by hand. */
  automatic: z.object({ search: z.object({ _id: id, name: z.string() }).nullable() }).nullable(),
  replacementStatus: z.enum(replacementStatuses),
  /** The deadline to report a problem, by the return policy of the purchase; null: without a deadline. */
  reportUntil: instant.nullable(),
  /** Whether the buyer can send a request now: a first one before `reportUntil`, or an appeal against a rejection. */
  canRequestReplacement: z.boolean(),
  /** Whether pictures can be added to its requests. False: its traveller was erased. */
  takesPictures: z.boolean(),
  /** Who bought it; of an automatic purchase the one who set the rule. */
  ...person,
  /** The latest request; null if none was made. */
  replacement: replacementEvent.nullable(),
  /** The traveller's report that no one has called; null: none, or the buyer need not call any more. */
  callReport: callReport.nullable(),
  createdAt: instant,
})
export type Purchase = z.output<typeof purchase>

export const buyLeadBody = z.strictObject({
  leadId: id,
  /** The price that the buyer was shown. Another price rejects the purchase before any charge, also if a plan pays. */
  expectedCost: rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 }).optional(),
  /** Absent: the plan that covers the lead and ends first, or the wallet if no plan covers it. */
  payWith: z.enum(payWays, { error: 'Choose plan or wallet.' }).optional(),
})

export const buyLead = endpoint('POST', '/api/leads/buyLead', {
  name: 'buyLead',
  summary: 'Buy a lead',
  access: 'agent',
  lowestRole: 'buyer',
  body: buyLeadBody,
  answer: z.object({
    purchaseId: id,
    leadId: id,
    /** What the wallet paid; 0 when a plan paid. */
    cost: rupees,
    paidWith: z.enum(payWays),
    /** Balance after the purchase. */
    wallet: rupees,
    /** The plan that paid, after the purchase; null if the wallet paid. */
    subscription: subscription.nullable(),
    /** The contact of the bought lead. Null in a repeated answer, if the traveller has withdrawn meanwhile. */
    phone: z.string().nullable(),
    /** Null: the traveller gave none. */
    email: z.string().nullable(),
  }),
  message: 'Lead Buy successfully...',
  errors: [
    'LEAD_NOT_FOUND',
    'LEAD_ALREADY_SOLD',
    'LEAD_EXPIRED',
    'LEAD_UNDER_REVIEW',
    'LEAD_RETURNED_BEFORE',
    'LEAD_PRICE_CHANGED',
    'LEAD_PRICE_NOT_SET',
    'INSUFFICIENT_WALLET_BALANCE',
    'NO_PLAN_COVERS_LEAD',
    'KYC_NOT_APPROVED',
    'DAILY_LIMIT_REACHED',
  ],
  idempotent: true,
})

export const getUserLead = endpoint('GET', '/api/leads/getUserLead/{userId}', {
  name: 'getUserLead',
  summary: 'List a user’s purchases, newest first. Agents: only their own',
  access: 'signed-in',
  lowestRole: 'caller',
  right: ['leads', 'agents', 'support'],
  list: true,
  params: z.strictObject({ userId: id }),
  answer: z.array(purchase),
  errors: ['USER_NOT_FOUND'],
})

/** A purchase in the paged list, with its history. */
export const purchaseEntry = z.object({
  ...purchase.shape,
  /** All requests, the oldest first. */
  replacements: z.array(replacementEvent),
  /** The invoice of the plan that paid; null: the wallet paid, or the plan was not paid online. */
  invoice: z.object({ _id: id, number: z.string() }).nullable(),
  /** Where the lead is in the buyer's pipeline. Null for admins: only the buyer sees the work on the trip. */
  column: z.enum(pipelineColumns).nullable(),
  /** Null: no call or message yet, and for admins. */
  lastContact: lastContact.nullable(),
})
export type PurchaseEntry = z.output<typeof purchaseEntry>

/** The number of a lead: LD-000123. */
export const leadNumberPattern = /^LD-\d{6,15}$/

const filters = {
  /** Part of the customer, the contact, a place or the number of the lead. */
  search: optionalFilter(filterText()),
  leadType: optionalFilter(leadType),
  assignee,
  /** Part of the destination. */
  destination: optionalFilter(filterText()),
  replacementStatus: optionalFilter(
    z.enum(replacementStatuses, {
      error: 'Choose no-replacement, pending, approved or rejected.',
    }),
  ),
  /** Days of the purchase in Asia/Kolkata, both included. */
  startDate: optionalFilter(day),
  endDate: optionalFilter(day),
  /** The number of one lead. */
  lead: optionalFilter(
    z.string().regex(leadNumberPattern, { error: 'Enter a lead number such as LD-000123.' }),
  ),
}
const filterQuery = z.strictObject(filters)
export type PurchaseFilterQuery = z.output<typeof filterQuery>

/** Purchases on a page unless the caller asks for fewer. */
export const purchasesPerPage = 25

export const listPurchases = endpoint('GET', '/api/purchases', {
  name: 'listPurchases',
  summary: 'List the caller’s purchases by page, newest first. Admins: those of `userId`',
  access: 'signed-in',
  lowestRole: 'caller',
  right: ['leads', 'agents', 'support'],
  list: true,
  query: z.strictObject({
    /** Absent: the caller. */
    userId: optionalFilter(id),
    page: pageNumber,
    limit: pageLimit(purchasesPerPage),
    ...filters,
  }),
  answer: pagedDocs(purchaseEntry),
  errors: ['USER_NOT_FOUND'],
})

/** Figures of all purchases of an agent. */
export const purchaseFigures = z.object({
  totalLeads: z.int(),
  /** Payments from the wallet minus their refunds. */
  totalSpent: rupees,
  /** Leads that plans paid for and did not get back. */
  leadsWithPlans: z.int(),
  /** Leads bought in the present month in Asia/Kolkata. */
  boughtThisMonth: z.int(),
})
export type PurchaseFigures = z.output<typeof purchaseFigures>

export const getPurchaseFigures = endpoint('GET', '/api/purchases/figures', {
  name: 'getPurchaseFigures',
  summary: 'Get figures of the logged-in agent’s purchases',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  answer: purchaseFigures,
})

export const exportPurchases = endpoint('GET', '/api/purchases/export', {
  name: 'exportPurchases',
  summary: 'Export the logged-in agent’s purchases as CSV or XLSX, newest first',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  query: filterQuery.extend(formatQuery),
  answerType: exportAnswerType,
})
