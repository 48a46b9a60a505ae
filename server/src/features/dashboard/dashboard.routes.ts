import { getDashboard, getOverview } from '@raahi/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { readList } from '../../platform/database/read-list.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import { readDashboard } from './read-dashboard.ts'
import { readOverview } from './read-overview.ts'

export function addDashboardRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  addRoute(app, deps, getDashboard, async (call) => ({
    data: await readList(deps.database, call, readDashboard),
  }))
  addRoute(app, deps, getOverview, async (call) => ({
    data: await readList(deps.database, call, (from) => readOverview(from, call.caller.userId)),
  }))
}
