import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { decidedHow } from './leads.ts'
import { type ReplacementReason, replacementReasons } from './replacement-reasons.ts'
import { policyTerms } from './return-policy.ts'

/** The public figures are about the purchases of these days. */
export const figuresDays = 90
/** With fewer purchases the figures are not published: a single return would look like a trend. */
export const minFiguresPurchases = 30
/** With fewer decisions the 95th percentile is not published: it would be the time of the slowest decision. */
export const minP95Decisions = 20

/** Outcomes of the purchases of the last 90 days, up to now. */
export const returnFigures = z.object({
  purchases: z.int(),
  /** Purchases with an approved request. Some of the others can still be returned. */
  returned: z.int(),
  /** Requests that wait for a decision. */
  waiting: z.int(),
  /** The requests of these purchases by reason, in the order of the reasons, and those of them that were approved. */
  byReason: z.array(
    z.object({
      reason: z.enum(Object.keys(replacementReasons) as ReplacementReason[]),
      requests: z.int(),
      approved: z.int(),
    }),
  ),
  /** The decided requests, by how they were decided. */
  byDecision: z.array(
    z.object({ decidedHow: z.enum(decidedHow), approved: z.int(), rejected: z.int() }),
  ),
  /**
   * Whole minutes from a request to its decision, rounded up: half and 95 of 100 are decided within this time. Null if none
   * is decided; p95 is null below 20 decisions.
   */
  minutesToDecide: z.object({ median: z.int(), p95: z.int().nullable() }).nullable(),
})
export type ReturnFigures = z.output<typeof returnFigures>

export const publishedReturns = z.object({
  /** The policy in force, with every term that admins can change. */
  policy: z.object({ ...policyTerms.shape, version: z.int(), startsAt: instant }),
  /** The number of past days that the figures cover, and the number of purchases that they need. */
  days: z.int(),
  minPurchases: z.int(),
  /** Null: there are fewer purchases. */
  figures: returnFigures.nullable(),
})
export type PublishedReturns = z.output<typeof publishedReturns>

export const getReturnFigures = endpoint('GET', '/api/returnFigures', {
  name: 'getReturnFigures',
  summary:
    'Read the return policy in force and how the purchases of the last 90 days were returned. At most a minute old',
  access: 'public',
  answer: publishedReturns,
})
