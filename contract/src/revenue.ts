import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, optionalFilter } from './fields.ts'
import { rupees } from './money.ts'

/** What revenue can be grouped by. */
export const revenueGroupings = ['destination', 'source', 'lead-type', 'plan', 'day'] as const
export type RevenueGrouping = (typeof revenueGroupings)[number]

/** A report has at most this number of rows; the last one sums the others. */
export const maxRevenueRows = 200

const amounts = {
  /** Sales of leads from wallets, and of plans. A lead that a plan paid is part of the sale of the plan. */
  sales: z.int(),
  revenue: rupees,
  /** What approved returns paid into wallets, and refunds of plans to their payers. */
  refunds: rupees,
  net: rupees,
}

const revenueRow = z.object({
  /**
   * - leads: single leads. Without a name: of a lead without this value, and the only row of single leads by plan
   * - plans: plans. Without a name: all plans
   * - all: a day
   * - others: the groups beyond `maxRevenueRows`
   */
  kind: z.enum(['leads', 'plans', 'all', 'others']),
  /** The destination, source, type, plan or day. */
  name: z.string().nullable(),
  ...amounts,
})
export type RevenueRow = z.output<typeof revenueRow>

export const getRevenue = endpoint('GET', '/api/dashboard/revenue', {
  name: 'getRevenue',
  summary:
    'Get revenue, refunds and net of a period by destination, source, lead type, plan or day, the highest first; days in order',
  access: 'admin',
  right: 'money',
  list: true,
  query: z.strictObject({
    by: z.enum(revenueGroupings, {
      error: 'Choose destination, source, lead-type, plan or day.',
    }),
    /** Days in Asia/Kolkata, both included. */
    from: optionalFilter(day),
    to: optionalFilter(day),
  }),
  answer: z.object({ rows: z.array(revenueRow), totals: z.object(amounts) }),
})
