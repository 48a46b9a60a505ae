import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.ts'

/** After this long the page is drawn with what is known. */
const loadTimeoutMs = 5000

/** Whether the saved session has been read, or has had its time. Until then nothing that depends on it is drawn. */
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
