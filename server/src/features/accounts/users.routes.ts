import { updateUser as updateUserEndpoint } from '@raahi/contract/update-user'
import * as users from '@raahi/contract/users'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { type Caller, checkOwnerOrAdmin, checkRight } from '../../platform/http/caller.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { readKyc } from '../kyc/public/read-kyc.ts'
import { readUser } from '../users/public/read-user.ts'
import { findUser } from '../users/public/users.queries.ts'
import { listUsers } from './list-users.ts'
import { suspendUser } from './suspend-user.ts'
import { updateUser } from './update-user.ts'

/** Limited, because an error reveals that an email or phone number has an account, and each new email sends a mail. */
const changesPerAgent: RateLimit = { max: 30, windowSeconds: 60 * 60 }

export function addUserRoutes(
  deps: RouteDeps & {
    config: Config
    files: FileStore
    queueMail: QueueMail
    passwords: Passwords
  },
): void {
  const { addRoute } = deps
  addRoute(users.getUserById, async ({ caller, params }) => ({
    data: await readUser(deps.database, caller, params.id),
  }))

  addRoute(users.listUsers, async (call) => ({
    data: await readList(deps.database, call, (from) => listUsers(from, call.query)),
  }))

  addRoute(updateUserEndpoint, async (call) => {
    const { userId = call.caller.userId, ...changes } = call.body
    const isOwn = userId === call.caller.userId
    if (isOwn && call.caller.role === 'user') {
      const key = `changes of ${call.caller.userId}`
      await hitRateLimit(deps.database, { key, ...changesPerAgent })
    }
    if (!isOwn) await checkMayChange(deps.database, call.caller, userId)
    const by = { caller: call.caller, actor: actorOf(call) }
    const data = await updateUser(deps, by, userId, changes)
    return { data, ...(isOwn && { message: 'Successfully updated user profile' }) }
  })

  addRoute(users.suspendUser, async (call) => {
    const { params, query } = call
    await checkMayChange(deps.database, call.caller, params.userId)
    const data = await suspendUser(deps, actorOf(call), params.userId, query.status)
    const done = query.status === 'suspended' ? 'suspended' : 'activated'
    return { data, message: `User ${done} successfully!` }
  })

  addRoute(users.getUserKyc, async (call) => {
    sendFile(call.reply, await readKyc(deps, actorOf(call), call.params.userId))
    return responseSent
  })
}

/**
 * Agents are changed with the right `agents`, admins with `settings`. The role of a user never changes.
 * @throws ApiFailure USER_NOT_FOUND to agents; FORBIDDEN
 */
async function checkMayChange({ kysely }: Database, caller: Caller, userId: string): Promise<void> {
  checkOwnerOrAdmin(caller, userId)
  const isAdmin = (await findUser(kysely, userId))?.role === 'admin'
  checkRight(caller, isAdmin ? 'settings' : 'agents')
}
