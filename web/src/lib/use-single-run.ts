import { useCallback, useRef, useState } from 'react'

/**
 * Work that runs once at a time: asked again while it runs, it does nothing. `busy` alone comes too
 * late for that, being drawn a moment after the call: a double click would send twice.
 */
export function useSingleRun() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return { busy, run, isRunning: () => running.current }
}
