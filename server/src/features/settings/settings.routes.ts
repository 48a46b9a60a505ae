import * as settings from '@raahi/contract/settings'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { addRoute, type RouteDeps } from '../../platform/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { findSettings } from './settings.queries.ts'

export function addSettingsRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database },
): void {
  addRoute(app, deps, settings.getSettings, async () => ({
    data: await findSettings(deps.database.kysely),
  }))

  addRoute(app, deps, settings.changeSettings, async (call) => ({
    data: await changeSettings(deps.database, actorOf(call), call.body),
  }))
}
