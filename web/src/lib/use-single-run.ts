import { useCallback, useRef, useState } from 'react'

/**
 * Runs work once at a time: further calls while it runs are ignored. `busy` changes only with the next render, so a
 * double click would send twice.
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
