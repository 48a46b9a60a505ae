import * as sources from '@raahi/contract/sources'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { createSource, renewSourceSecret } from './create-source.ts'
import { listSources, readSource } from './read-sources.ts'
import type { MetaEventDeps } from './receive-meta-event.ts'
import { setSourceCost, updateSource } from './update-source.ts'

export function addSourceRoutes(deps: RouteDeps & MetaEventDeps & { passwords: Passwords }): void {
  const { addRoute, database } = deps

  addRoute(sources.listSources, async (call) => ({
    data: await readList(database, call, (from) => listSources(from, call.query)),
  }))

  addRoute(sources.getSource, async (call) => ({
    data: await readList(database, call, (from) =>
      readSource(from, deps.meta, { id: call.params.id, period: call.query }),
    ),
  }))

  addRoute(sources.createSource, async (call) => ({
    data: await createSource(deps, { caller: call.caller, actor: actorOf(call) }, call.body),
  }))

  addRoute(sources.updateSource, async (call) => {
    await updateSource(deps, actorOf(call), call.params.id, call.body)
    return {}
  })

  addRoute(sources.renewSourceSecret, async (call) => ({
    data: await renewSourceSecret(
      deps,
      { caller: call.caller, actor: actorOf(call) },
      call.params.id,
      call.body.password,
    ),
  }))

  addRoute(sources.setSourceCost, async (call) => {
    await setSourceCost(database, actorOf(call), call.params.id, call.body)
    return {}
  })
}
