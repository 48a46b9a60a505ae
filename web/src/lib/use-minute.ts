import { useEffect, useState } from 'react'
import { serverNowMs, useServerOffset } from './server-clock.ts'

const minuteMs = 60_000
const wholeMinute = () => Math.floor(serverNowMs() / minuteMs) * minuteMs

/**
 * The server's time in whole minutes. The component renders again each minute, so that shown ages stay correct, and
 * when an answer shows that this device's clock is wrong.
 */
export function useMinute(): number {
  useServerOffset()
  const [, renderAgain] = useState(0)
  const nowMs = wholeMinute()
  useEffect(() => {
    const timer = setInterval(() => renderAgain((count) => count + 1), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
