import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, instant, optionalFilter } from './fields.ts'
import { rupees } from './money.ts'
import type { StaffRight } from './staff-rights.ts'

export const getDashboard = endpoint('GET', '/api/auth/dashboard', {
  name: 'getDashboard',
  summary: 'Get the figures of the admin dashboard, without deleted leads',
  access: 'admin',
  right: 'none',
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
 * - moneyRequests: recharges and refunds that other admins asked for
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
  'moneyRequests',
  'failedPayments',
  'pendingRefunds',
  'silentSources',
  'failedJobs',
] as const
export type OpenWorkKind = (typeof openWorkKinds)[number]

/** The right of the admins who do the work of a kind. */
export const openWorkRights: Record<OpenWorkKind, StaffRight> = {
  enquiries: 'leads',
  corrections: 'leads',
  replacements: 'support',
  messages: 'support',
  calls: 'support',
  kyc: 'agents',
  moneyRequests: 'money',
  failedPayments: 'money',
  pendingRefunds: 'money',
  silentSources: 'leads',
  failedJobs: 'settings',
}

/** Each kind of open work is counted up to this number. */
export const maxOpenWorkCounted = 1000

/** Days in India, today included, whose failed payments are open work. */
export const failedPaymentDays = 7

/** Days in India of the figures of the overview, if no period is chosen. */
export const overviewDays = 30
/** The figures of a longer period are given by month. */
export const maxDaysByDay = 92
/** A period has at most this many days, about ten years. */
const maxPeriodDays = 3653
/** No record is older. The days before `to` could otherwise be in the year 0, which the database does not have. */
const firstDay = '2000-01-01'

interface Days {
  from: string
  to: string
}

/**
 * The days of the figures of the overview, YYYY-MM-DD. Without a first day, the last 30 days until `to`. A period does not reach
 * into the future or before 2000. One that has not begun, or is over before 2000, ends before it starts.
 * @param today in India
 */
export function overviewPeriod(
  { from, to }: Partial<Record<keyof Days, string | undefined>>,
  today: string,
): Days {
  const last = !to || to > today ? today : to
  const tenYears = addDays(last, 1 - maxPeriodDays)
  const earliest = tenYears < firstDay ? firstDay : tenYears
  const first = from || addDays(last, 1 - overviewDays)
  return { from: first < earliest ? earliest : first, to: last }
}

function addDays(of: string, days: number): string {
  return new Date(Date.parse(`${of}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Unsold leads are grouped by these ages: days in India since the lead was added. A group ends before the next one
 * begins; the last one has no end.
 */
export const unsoldAgesFromDays = [0, 1, 3, 7, 14, 30] as const

/** Only for admins with the right `money`. */
const moneyOfPeriod = {
  /** Amount that the revenue accounts received: sales of leads and plans. */
  revenue: rupees.optional(),
  /** Amount that the revenue accounts returned for approved replacements. */
  refunds: rupees.optional(),
  net: rupees.optional(),
}

export const getOverview = endpoint('GET', '/api/dashboard/overview', {
  name: 'getOverview',
  summary:
    'Get the open work of the admins and the figures of a period, by default the last 30 days',
  access: 'admin',
  right: 'none',
  list: true,
  query: z.strictObject({
    /** Days in Asia/Kolkata, both included. */
    from: optionalFilter(day),
    to: optionalFilter(day),
  }),
  answer: z.object({
    /** One item per kind that the admin has the right for, also if its count is 0. */
    openWork: z.array(
      z.object({
        kind: z.enum(openWorkKinds),
        /** At most `maxOpenWorkCounted`. */
        count: z.int(),
        oldestAt: instant.nullable(),
      }),
    ),
    /** What an item of `days` is: a period of more than 92 days is grouped by month. */
    groupedBy: z.enum(['day', 'month']),
    /** One item per day or month of the period in India, the oldest first. Empty if the period has not begun. */
    days: z.array(
      z.object({
        /** The first day of the item. */
        day,
        ...moneyOfPeriod,
        /** Leads that were added in these days and are not deleted. */
        leadsAdded: z.int(),
        /** Leads that were sold in these days and are not deleted. */
        leadsSold: z.int(),
      }),
    ),
    /** The sums of `days`. */
    totals: z.object({
      ...moneyOfPeriod,
      leadsAdded: z.int(),
      leadsSold: z.int(),
    }),
    /** The leads added in the period, by type, and those of them that are for sale. */
    added: z.object({ domestic: z.int(), international: z.int(), forSale: z.int() }),
    /** Agents that registered in the period. */
    newUsers: z.int(),
    /** Enquiries of the period, as the list of enquiries shows them. */
    enquiries: z.int(),
    /** How many of the leads added in the period are sold. */
    addedAndSold: z.int(),
    /** `addedAndSold` in percent of the added leads, one decimal; null: no lead was added. */
    sellThrough: z.number().nullable(),
    /** Median of the time from adding to selling, for the leads sold in the period; null: none was sold. */
    medianMinutesToSale: z.int().nullable(),
    /** Leads for sale by age, in the order of `unsoldAgesFromDays`. */
    unsold: z.array(z.object({ fromDays: z.int(), toDays: z.int().nullable(), leads: z.int() })),
  }),
})
