import { useSession } from '../../lib/session.ts'
import { readMark } from './public/push-mark.ts'

/** The id of the agent whose logout is watched. */
let watchedUserId: string | null = null

/**
 * Removes the alerts from this browser when the agent logs out, also on a public page or in another tab. Even if this
 * fails, the server sends no more alerts.
 */
export function leaveAtLogout(userId: string): void {
  if (watchedUserId === userId) return
  watchedUserId = userId
  const stopWatching = useSession.subscribe(({ user }) => {
    if (user?._id === userId) return
    stopWatching()
    watchedUserId = null
    if (!readMark(userId)) return
    void import('./leave-push.ts').then(({ leavePush }) => leavePush()).catch(() => undefined)
  })
}
