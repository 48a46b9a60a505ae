import * as profile from '@raahi/contract/profile'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { browserTokensOf } from '../auth/public/known-browsers.ts'
import {
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  listUserSessions,
} from '../auth/public/own-sessions.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { clearRefreshCookie } from '../auth/public/refresh-cookie.ts'
import { readUser } from '../users/public/read-user.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { setProfilePicture } from './set-profile-picture.ts'

/** Encoding a picture takes up to 2 s of CPU time. Without this limit, one agent could keep a core busy all day. */
const picturesPerUser: RateLimit = { max: 60, windowSeconds: 60 * 60 }

interface ProfileDeps extends RouteDeps {
  config: Config
  files: FileStore
  pictures: Pictures
  passwords: Passwords
  queueMail: QueueMail
}

export function addProfileRoutes(deps: ProfileDeps): void {
  const { addRoute, database, config } = deps
  const own = (call: Parameters<typeof actorOf>[0]) => ({
    caller: call.caller,
    actor: actorOf(call),
  })

  addRoute(
    profile.updateImageOfUser,
    {
      beforeBody: (_, { userId }) =>
        hitRateLimit(database, { key: `pictures of ${userId}`, ...picturesPerUser }),
    },
    async (call) => {
      if (!call.file) throw new Error('the required file is missing')
      return { data: await setProfilePicture(deps, own(call), call.file) }
    },
  )

  addRoute(profile.changeOwnPassword, async (call) => {
    await changeOwnPassword(deps, own(call), call.body, browserTokensOf(call.request, config))
    return {}
  })

  addRoute(profile.listOwnSessions, async ({ caller }) => ({
    data: await listOwnSessions(database, caller),
  }))

  addRoute(profile.listUserSessions, async (call) => {
    const { userId } = call.params
    await readUser(database, call.caller, userId)
    return { data: await readList(database, call, (from) => listUserSessions(from, userId)) }
  })

  addRoute(profile.endOwnSession, async (call) => {
    await endOwnSession(database, own(call), call.params.id)
    if (call.params.id === call.caller.sessionId) clearRefreshCookie(call.reply, config)
    return {}
  })

  addRoute(profile.endOwnSessions, async (call) => {
    await endOwnSessions(database, own(call))
    clearRefreshCookie(call.reply, config)
    return {}
  })
}
