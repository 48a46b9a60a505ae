import type { User } from '@raahi/contract/users'
import { useEffect } from 'react'
import { queryClient } from '../../lib/query-client.ts'

/** Waits for the first screen, whose requests and scripts come first. */
const startAfterMs = 1_000

/** Follows the changes of leads and of the own account while an agent is signed in. */
export function useLiveUpdates({ _id: userId, role }: User): void {
  useEffect(() => {
    if (role !== 'user') return
    let stop: (() => void) | undefined
    let isEnded = false
    const timer = setTimeout(() => {
      import('./start-live.ts')
        .then(({ startLive }) => {
          if (!isEnded) stop = startLive(queryClient, userId)
        })
        // Without the script the screens stay as they are.
        .catch(() => undefined)
    }, startAfterMs)
    return () => {
      isEnded = true
      clearTimeout(timer)
      stop?.()
    }
  }, [userId, role])
}
