import { getDashboard, getOverview } from '@raahi/contract/dashboard'
import { getRevenue } from '@raahi/contract/revenue'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { readDashboard } from './read-dashboard.ts'
import { readOverview } from './read-overview.ts'
import { readRevenue } from './read-revenue.ts'

export function addDashboardRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(getDashboard, async (call) => ({
    data: await readList(database, call, readDashboard),
  }))
  addRoute(getOverview, async (call) => ({
    data: await readList(database, call, (from) => readOverview(from, call.caller, call.query)),
  }))
  addRoute(getRevenue, async (call) => ({
    data: await readList(database, call, (from) => readRevenue(from, call.query)),
  }))
}
