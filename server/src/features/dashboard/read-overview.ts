import { type getOverview, unsoldAgesFromDays } from '@raahi/contract/dashboard'
import type { Answer } from '@raahi/contract/endpoint'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { Database } from '../../platform/database/connect.ts'
import { countOpenWork } from './open-work.queries.ts'
import {
  countUnsoldByAge,
  findMedianMinutesToSale,
  findOverviewDays,
  type OverviewDay,
} from './overview.queries.ts'

/** The open work of the admins and the figures of the last 30 days in India. */
export async function readOverview(
  database: Database,
  adminId: string,
): Promise<Answer<typeof getOverview>> {
  const openWork = await countOpenWork(database, adminId)
  const days = await findOverviewDays(database)
  const medianMinutesToSale = await findMedianMinutesToSale(database)
  const unsold = await countUnsoldByAge(database)
  const sum = (figure: (day: OverviewDay) => number) =>
    days.reduce((total, day) => total + figure(day), 0)
  const added = sum((day) => day.added)
  const addedAndSold = sum((day) => day.added_and_sold)
  return {
    openWork: openWork.map(({ kind, count, oldest_at }) => ({
      kind,
      count,
      oldestAt: oldest_at?.toISOString() ?? null,
    })),
    days: days.map((row) => ({
      day: row.day,
      ...moneyOf(row.revenue_paise, row.refunds_paise),
      leadsAdded: row.added,
      leadsSold: row.sold,
    })),
    totals: {
      ...moneyOf(
        sum((day) => day.revenue_paise),
        sum((day) => day.refunds_paise),
      ),
      leadsAdded: added,
      leadsSold: sum((day) => day.sold),
    },
    addedAndSold,
    sellThrough: added === 0 ? null : Math.round((1000 * addedAndSold) / added) / 10,
    medianMinutesToSale,
    unsold: unsoldAgesFromDays.map((fromDays, index) => ({
      fromDays,
      toDays: lastDayBefore(unsoldAgesFromDays[index + 1]),
      leads: unsold[index] ?? 0,
    })),
  }
}

function lastDayBefore(fromDays: number | undefined): number | null {
  return fromDays === undefined ? null : fromDays - 1
}

function moneyOf(revenuePaise: number, refundsPaise: number) {
  return {
    revenue: rupeesFromPaise(revenuePaise),
    refunds: rupeesFromPaise(refundsPaise),
    net: rupeesFromPaise(revenuePaise - refundsPaise),
  }
}
