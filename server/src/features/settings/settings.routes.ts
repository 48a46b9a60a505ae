import * as settings from '@raahi/contract/settings'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { findSettings } from './public/settings.queries.ts'

export function addSettingsRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(settings.getSettings, async () => ({
    data: await findSettings(database.kysely),
  }))

  addRoute(settings.changeSettings, async (call) => ({
    data: await changeSettings(database, actorOf(call), call.body),
  }))
}
