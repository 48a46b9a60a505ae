import {
  type getOverview,
  maxDaysByDay,
  overviewPeriod,
  unsoldAgesFromDays,
} from '@raahi/contract/dashboard'
import type { Answer } from '@raahi/contract/endpoint'
import { rupeesFromPaise } from '@raahi/contract/money'
import { mayOneOf } from '@raahi/contract/staff-rights'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countOpenWork } from './open-work.queries.ts'
import {
  countNewRecords,
  countUnsoldByAge,
  findMedianMinutesToSale,
  findOverviewDays,
  type OverviewDay,
} from './overview.queries.ts'

/** The open work of an admin and the figures of a period in India. Money is for admins with the right `money`. */
export async function readOverview(
  database: Database,
  admin: Caller,
  query: z.output<typeof getOverview.query>,
): Promise<Answer<typeof getOverview>> {
  const period = overviewPeriod(query, dayInIndia(new Date()))
  const groupedBy = daysBetween(period.from, period.to) < maxDaysByDay ? 'day' : 'month'
  const openWork = await countOpenWork(database, admin)
  const days = await findOverviewDays(database, period, groupedBy)
  const medianMinutesToSale = await findMedianMinutesToSale(database, period)
  const { domestic, international, for_sale, users, enquiries } = await countNewRecords(
    database,
    period,
  )
  const unsold = await countUnsoldByAge(database)
  const moneyOf = mayOneOf(admin, 'money') ? moneyInRupees : () => ({})
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
    groupedBy,
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
    added: { domestic, international, forSale: for_sale },
    newUsers: users,
    enquiries,
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

function moneyInRupees(revenuePaise: number, refundsPaise: number) {
  return {
    revenue: rupeesFromPaise(revenuePaise),
    refunds: rupeesFromPaise(refundsPaise),
    net: rupeesFromPaise(revenuePaise - refundsPaise),
  }
}

/** The days from one day to another, YYYY-MM-DD. */
function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}
