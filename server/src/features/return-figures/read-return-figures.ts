import { decidedHow } from '@raahi/contract/leads'
import { type ReplacementReason, replacementReasons } from '@raahi/contract/replacement-reasons'
import {
  figuresDays,
  minFiguresPurchases,
  minP95Decisions,
  type PublishedReturns,
  type ReturnFigures,
} from '@raahi/contract/return-figures'
import { cacheFor } from '../../platform/cache-for.ts'
import type { Database } from '../../platform/database/connect.ts'
import { findPolicy } from '../return-policy/public/return-policy.queries.ts'
import { findReturnFigures } from './return-figures.queries.ts'

/** The time for which the figures are cached, so that the public endpoint does not load the database. */
const cachedMs = 60_000

/** Creates the reader of the policy in force, which is always present, and of the cached public figures. */
export function createReturnFigures(
  database: Database,
  now?: () => number,
): () => Promise<PublishedReturns> {
  const readRow = cacheFor(cachedMs, () => findReturnFigures(database.kysely), now)
  return async () => {
    const [{ by: _, ...policy }, row] = await Promise.all([findPolicy(database.kysely), readRow()])
    return {
      policy,
      days: figuresDays,
      minPurchases: minFiguresPurchases,
      figures: row.purchases < minFiguresPurchases ? null : toFigures(row),
    }
  }
}

function toFigures(row: Awaited<ReturnType<typeof findReturnFigures>>): ReturnFigures {
  const { purchases, returned, waiting, median_minutes, p95_minutes } = row
  const decisions = row.by_decision.reduce((sum, one) => sum + one.approved + one.rejected, 0)
  const reasons = Object.keys(replacementReasons) as ReplacementReason[]
  return {
    purchases,
    returned,
    waiting,
    byReason: reasons.map((reason) => {
      const counted = row.by_reason.find((one) => one.reason === reason)
      return { reason, requests: counted?.requests ?? 0, approved: counted?.approved ?? 0 }
    }),
    byDecision: decidedHow.map((how) => {
      const counted = row.by_decision.find((one) => one.decided_how === how)
      return {
        decidedHow: how,
        approved: counted?.approved ?? 0,
        rejected: counted?.rejected ?? 0,
      }
    }),
    minutesToDecide:
      median_minutes === null || p95_minutes === null
        ? null
        : {
            median: Math.ceil(median_minutes),
            p95: decisions < minP95Decisions ? null : Math.ceil(p95_minutes),
          },
  }
}
