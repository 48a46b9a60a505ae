import * as savedSearches from '@raahi/contract/saved-searches'
import { readList } from '../../platform/database/read-list.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { changeAlertSettings, readAlertSettings } from './public/alert-settings.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  markSavedSearchSeen,
  type RuleOfSearch,
  readSavedSearch,
  updateSavedSearch,
} from './public/save-search.ts'
import { findSavedSearches, toSavedSearch } from './public/saved-searches.queries.ts'

/** Each change updates an index of places. An agent makes a few changes a day. */
const changes: RateLimit = { max: 300, windowSeconds: 60 * 60 }

export function addSavedSearchRoutes({
  addRoute,
  database,
  ruleOfSearch,
}: RouteDeps & { ruleOfSearch: RuleOfSearch }): void {
  const countChange = (userId: string) =>
    hitRateLimit(database, { key: `saved searches of ${userId}`, ...changes })

  addRoute(savedSearches.listSavedSearches, async (call) => ({
    data: await readList(database, call, async (from) =>
      (await findSavedSearches(from.kysely, call.caller.agencyId)).map(toSavedSearch),
    ),
  }))

  addRoute(savedSearches.getAlertSettings, async ({ caller }) => ({
    data: await readAlertSettings(database, caller.agencyId),
  }))

  addRoute(savedSearches.setAlertSettings, async ({ caller, body }) => {
    await countChange(caller.agencyId)
    await changeAlertSettings(database, caller.agencyId, body.quietHours)
    return { data: await readAlertSettings(database, caller.agencyId) }
  })

  addRoute(savedSearches.createSavedSearch, async ({ caller, body }) => {
    await countChange(caller.agencyId)
    return { data: await createSavedSearch(database, caller.agencyId, body) }
  })

  addRoute(savedSearches.updateSavedSearch, async ({ caller, params, body }) => {
    await readSavedSearch(database.kysely, caller.agencyId, params.id)
    await countChange(caller.agencyId)
    return {
      data: await updateSavedSearch(
        { database, ruleOfSearch },
        { id: params.id, userId: caller.agencyId, isOwner: caller.agentRole === 'owner' },
        body,
      ),
    }
  })

  addRoute(savedSearches.deleteSavedSearch, async ({ caller, params }) => {
    await deleteSavedSearch(database, { id: params.id, userId: caller.agencyId })
    return {}
  })

  addRoute(savedSearches.markSavedSearchSeen, async ({ caller, params }) => {
    await markSavedSearchSeen(database, { id: params.id, userId: caller.agencyId })
    return {}
  })
}
