import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, instant } from './fields.ts'
import { rupees } from './money.ts'

export const getDashboard = endpoint('GET', '/api/auth/dashboard', {
  name: 'getDashboard',
  summary: 'Get the figures of the admin dashboard, without deleted leads',
  access: 'admin',
  list: true,
  answer: z.object({
    totalLeads: z.int(),
    totalInternational: z.int(),
    totalDomestic: z.int(),
    totalUser: z.int(),
    totalAvailableLeads: z.int(),
    totalSoldLeads: z.int(),
    /** The destinations asked for most, with their number of leads. */
    topDestinations: z.array(z.object({ destination: z.string(), leads: z.int() })),
  }),
})

/**
 * The kinds of open work, in the order of the screen.
 * - enquiries: new and not suspected
 * - corrections: leads that are off sale until an admin has read a correction by the traveller
 * - replacements: requests without a decision, except appeals that another admin decides
 * - messages: contact messages without an answer, not suspected
 * - calls: travellers who wait for a call, and whose agent has not answered
 * - kyc: documents of agents that no admin has decided on
 * - failedPayments: payments of the last `failedPaymentDays` days that failed
 * - pendingRefunds: refunds of duplicate payments that the gateway has not completed
 * - silentSources: active sources without an enquiry for longer than usual
 * - failedJobs: mails and other jobs that failed for good in the last day
 */
export const openWorkKinds = [
  'enquiries',
  'corrections',
  'replacements',
  'messages',
  'calls',
  'kyc',
  'failedPayments',
  'pendingRefunds',
  'silentSources',
  'failedJobs',
] as const
export type OpenWorkKind = (typeof openWorkKinds)[number]

/** Each kind of open work is counted up to this number. */
export const maxOpenWorkCounted = 1000

/** Days in India, today included, whose failed payments are open work. */
export const failedPaymentDays = 7

/** Days in India, today included, of the figures of the overview. */
export const overviewDays = 30

/**
 * Unsold leads are grouped by these ages: days in India since the lead was added. A group ends before the next one
 * begins; the last one has no end.
 */
export const unsoldAgesFromDays = [0, 1, 3, 7, 14, 30] as const

export const getOverview = endpoint('GET', '/api/dashboard/overview', {
  name: 'getOverview',
  summary: 'Get the open work of the admins and the figures of the last 30 days',
  access: 'admin',
  list: true,
  answer: z.object({
    /** One item per kind, also if its count is 0. */
    openWork: z.array(
      z.object({
        kind: z.enum(openWorkKinds),
        /** At most `maxOpenWorkCounted`. */
        count: z.int(),
        oldestAt: instant.nullable(),
      }),
    ),
    /** One item per day in India, the oldest first, today last. */
    days: z.array(
      z.object({
        day,
        /** Amount that the revenue accounts received: sales of leads and plans. */
        revenue: rupees,
        /** Amount that the revenue accounts returned for approved replacements. */
        refunds: rupees,
        net: rupees,
        /** Leads that were added on this day and are not deleted. */
        leadsAdded: z.int(),
        /** Leads that were sold on this day and are not deleted. */
        leadsSold: z.int(),
      }),
    ),
    /** The sums of `days`. */
    totals: z.object({
      revenue: rupees,
      refunds: rupees,
      net: rupees,
      leadsAdded: z.int(),
      leadsSold: z.int(),
    }),
    /** How many of the leads added in these days are sold. */
    addedAndSold: z.int(),
    /** `addedAndSold` in percent of the added leads, one decimal; null: no lead was added. */
    sellThrough: z.number().nullable(),
    /** Median of the time from adding to selling, for the leads sold in these days; null: none was sold. */
    medianMinutesToSale: z.int().nullable(),
    /** Leads for sale by age, in the order of `unsoldAgesFromDays`. */
    unsold: z.array(z.object({ fromDays: z.int(), toDays: z.int().nullable(), leads: z.int() })),
  }),
})
