import * as users from '@raahi/contract/users'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../audit-log/record-action.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { addRoute, answered, type RouteDeps } from '../http/route.ts'
import { listUsers } from './list-users.ts'
import { readKyc } from './read-kyc.ts'
import { readUser } from './read-user.ts'

export function addUserRoutes(
  app: FastifyInstance,
  deps: RouteDeps & { database: Database; config: Config },
): void {
  addRoute(app, deps, users.getUserById, async ({ caller, params }) => ({
    data: await readUser(deps.database, caller, params.id),
  }))

  addRoute(app, deps, users.listUsers, async ({ query }) => ({
    data: await listUsers(deps.database, query),
  }))

  addRoute(app, deps, users.getUserKyc, async (call) => {
    const { bytes, name, type } = await readKyc(deps, actorOf(call), call.params.userId)
    call.reply
      .header('content-type', type)
      .header('content-disposition', attachment(name))
      .header('x-content-type-options', 'nosniff')
      // Opened in the browser all the same, it runs nothing and reaches nothing.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
      .send(bytes)
    return answered
  })
}

/** Saved, never shown; a name in any script as RFC 6266 says, beside an ASCII one. */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
