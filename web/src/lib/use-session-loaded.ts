import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from './session.ts'

/** After this time the page renders without a session. */
const loadTimeoutMs = 5000

/**
 * Whether the stored session has been read, or reading it has timed out. Until then nothing is rendered that depends
 * on it.
 */
export function useSessionLoaded(): boolean {
  const [timedOut, setTimedOut] = useState(false)
  const loaded = useSyncExternalStore(
    useSession.persist.onFinishHydration,
    useSession.persist.hasHydrated,
    () => false,
  )
  useEffect(() => {
    if (loaded) return
    const timer = setTimeout(() => setTimedOut(true), loadTimeoutMs)
    return () => clearTimeout(timer)
  }, [loaded])
  return loaded || timedOut
}
