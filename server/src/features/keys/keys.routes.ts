import * as keys from '@raahi/contract/keys'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { createKey } from './create-key.ts'
import { listKeys, revokeKey } from './own-keys.ts'

export function addKeyRoutes(deps: RouteDeps & { passwords: Passwords }): void {
  const { addRoute, database } = deps

  addRoute(keys.createSourceKey, async (call) => {
    const by = { caller: call.caller, actor: actorOf(call) }
    const key = { ...call.body, scopes: ['intake:write'], sourceId: call.params.id } as const
    return { data: await createKey(deps, by, key) }
  })

  addRoute(keys.createKey, async (call) => ({
    data: await createKey(deps, { caller: call.caller, actor: actorOf(call) }, call.body),
  }))

  addRoute(keys.listKeys, async (call) => ({
    data: await readList(database, call, (from) => listKeys(from, call.caller)),
  }))

  addRoute(keys.revokeKey, async (call) => {
    const by = { caller: call.caller, actor: actorOf(call) }
    await revokeKey(database, by, call.params.id)
    return {}
  })
}
