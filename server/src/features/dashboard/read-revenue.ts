import type { Answer } from '@raahi/contract/endpoint'
import { rupeesFromPaise } from '@raahi/contract/money'
import { type getRevenue, maxRevenueRows, type RevenueGrouping } from '@raahi/contract/revenue'
import type { Database } from '../../platform/database/connect.ts'
import { findRevenue, type RevenueAmounts } from './revenue.queries.ts'

/** Revenue, refunds and net of a period by group, with the totals of all groups. */
export async function readRevenue(
  database: Database,
  { by, ...period }: { by: RevenueGrouping; from?: string | undefined; to?: string | undefined },
): Promise<Answer<typeof getRevenue>> {
  const groups = await findRevenue(database.kysely, by, period)
  const isLong = groups.length > maxRevenueRows
  // The newest days, and the groups with most revenue.
  const ordered = by === 'day' ? groups.toReversed() : groups
  const shown = isLong ? ordered.slice(0, maxRevenueRows - 1) : ordered
  const rows = shown.map(({ kind, name, ...group }) => ({ kind, name, ...amountsOf([group]) }))
  if (isLong) {
    const others = amountsOf(ordered.slice(maxRevenueRows - 1))
    rows.push({ kind: 'others', name: null, ...others })
  }
  return { rows, totals: amountsOf(groups) }
}

function amountsOf(
  groups: readonly Pick<RevenueAmounts, 'sales' | 'revenue_paise' | 'refunds_paise'>[],
) {
  const sum = (figure: (group: (typeof groups)[number]) => number) =>
    groups.reduce((total, group) => total + figure(group), 0)
  const revenuePaise = sum((group) => group.revenue_paise)
  const refundsPaise = sum((group) => group.refunds_paise)
  return {
    sales: sum((group) => group.sales),
    revenue: rupeesFromPaise(revenuePaise),
    refunds: rupeesFromPaise(refundsPaise),
    net: rupeesFromPaise(revenuePaise - refundsPaise),
  }
}
