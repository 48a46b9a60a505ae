import * as automaticBuying from '@raahi/contract/automatic-buying'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { readList } from '../../platform/database/read-list.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { findSavedSearches } from '../saved-searches/public/saved-searches.queries.ts'
import { previewRule } from './preview-rule.ts'
import { pauseRule } from './public/pause-rule.ts'
import { findRules, toRule } from './public/rules.queries.ts'
import { setRule } from './set-rule.ts'
import { findSkippedLeads } from './skipped-leads.queries.ts'

/** A preview compares all leads of a week. The form requests one after each change. */
const previews: RateLimit = { max: 300, windowSeconds: 60 * 60 }
/** Each change stores a version of the limits. */
const changes: RateLimit = { max: 100, windowSeconds: 60 * 60 }

export function addAutomaticBuyingRoutes(
  deps: RouteDeps & { config: Config; passwords: Passwords; queueMail: QueueMail },
): void {
  const { addRoute, database } = deps

  addRoute(automaticBuying.listAutomaticBuying, async (call) => ({
    data: await readList(database, call, async (from) =>
      (await findRules(from.kysely, call.caller.agencyId)).map(toRule),
    ),
  }))

  addRoute(automaticBuying.listSkippedLeads, async (call) => {
    const { caller, params } = call
    const data = await readList(database, call, async (from) => {
      await checkOwnSearch(from, caller.agencyId, params.id)
      return findSkippedLeads(from.kysely, params.id)
    })
    return { data }
  })

  addRoute(automaticBuying.previewAutomaticBuying, async ({ caller, params, body }) => {
    const { agencyId: userId } = caller
    await checkOwnSearch(database, userId, params.id)
    await hitRateLimit(database, { key: `automatic buying previews of ${userId}`, ...previews })
    return { data: await previewRule(database, params.id, body) }
  })

  addRoute(automaticBuying.setAutomaticBuying, async (call) => {
    const { caller, params, body } = call
    await checkOwnSearch(database, caller.agencyId, params.id)
    await hitRateLimit(database, { key: `automatic buying of ${caller.agencyId}`, ...changes })
    const setting = { ...deps, publicUrl: deps.config.publicUrl }
    return { data: await setRule(setting, { caller, actor: actorOf(call) }, params.id, body) }
  })

  addRoute(automaticBuying.pauseAutomaticBuying, async (call) => {
    await pauseRule(database, actorOf(call), {
      userId: call.caller.agencyId,
      searchId: call.params.id,
    })
    return {}
  })
}

/** @throws ApiFailure SAVED_SEARCH_NOT_FOUND */
async function checkOwnSearch({ kysely }: Database, userId: string, id: string): Promise<void> {
  const [search] = await findSavedSearches(kysely, userId, id)
  if (!search) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
}
