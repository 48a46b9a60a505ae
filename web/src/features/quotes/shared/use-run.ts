import { useRef, useState } from 'react'

/** As `useSingleRun`, which is in a script that the public pages do not load: further runs are ignored until the first ends. */
export function useRun() {
  const isRunning = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run(work: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    await work()
    isRunning.current = false
    setBusy(false)
  }
  return { busy, run }
}
