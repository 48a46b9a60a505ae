import type { User } from '@raahi/contract/users'
import { useEffect } from 'react'
import { queryClient } from '../../lib/query-client.ts'

/** Delay that lets the requests and scripts of the first screen load first. */
const startAfterMs = 1_000

/** Follows the changes of leads and of the agent's account while an agent is signed in. */
export function useLiveUpdates({ _id: userId, role }: User): void {
  const hasStream = role === 'user'
  useEffect(() => {
    if (!hasStream) return
    let stop: (() => void) | undefined
    let isEnded = false
    const timer = setTimeout(() => {
      import('./start-live.ts')
        .then(({ startLive }) => {
          if (!isEnded) stop = startLive(queryClient, userId)
        })
        // If the script cannot be loaded, the screens work without live changes.
        .catch(() => undefined)
    }, startAfterMs)
    return () => {
      isEnded = true
      clearTimeout(timer)
      stop?.()
    }
  }, [userId, hasStream])
}
