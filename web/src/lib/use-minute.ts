import { useEffect, useState } from 'react'

const minuteMs = 60_000
const wholeMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs

/** The current time in whole minutes. The component renders again each minute, so that shown ages stay correct. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(wholeMinute)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(wholeMinute), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
