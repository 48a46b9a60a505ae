import { useEffect, useState } from 'react'

const minuteMs = 60_000
const wholeMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs

/** The present time in whole minutes. The component is drawn again each minute, so that shown ages stay right. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(wholeMinute)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(wholeMinute), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
