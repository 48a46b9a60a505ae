import { useSession } from '../../lib/session.ts'
import { readMark } from './push-mark.ts'

/** The agent whose logout is waited for. */
let watchedUserId: string | null = null

/**
 * Removes the alerts from this browser when the agent logs out, also from a public page or in another tab. The server sends no
 * more, also if this fails.
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
