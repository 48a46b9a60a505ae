import * as ageing from '@raahi/contract/price-ageing'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { changePriceAgeing } from './change-price-ageing.ts'
import { countAgedLeads, findRules } from './price-ageing.queries.ts'

export function addPriceAgeingRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(ageing.listPriceAgeing, async () => ({
    data: await findRules(database.kysely, ageing.maxAgeingVersions),
  }))

  addRoute(ageing.previewPriceAgeing, async (call) => ({
    data: await countAgedLeads(database.kysely, call.query),
  }))

  addRoute(ageing.changePriceAgeing, async (call) => ({
    data: await changePriceAgeing(database, actorOf(call), call.body),
  }))
}
