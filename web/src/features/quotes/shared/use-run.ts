import { useRef, useState } from 'react'

/**
 * Runs work once at a time: further calls while it runs are ignored. Replaces `useSingleRun`, which is in a script that
 * the public pages do not load.
 */
export function useRun() {
  const isRunning = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run(work: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
