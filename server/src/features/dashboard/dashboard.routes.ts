import { getDashboard, getOverview } from '@raahi/contract/dashboard'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { readDashboard } from './read-dashboard.ts'
import { readOverview } from './read-overview.ts'

export function addDashboardRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(getDashboard, async (call) => ({
    data: await readList(database, call, readDashboard),
  }))
  addRoute(getOverview, async (call) => ({
    data: await readList(database, call, (from) => readOverview(from, call.caller.userId)),
  }))
}
