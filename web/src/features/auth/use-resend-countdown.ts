import { useEffect, useState } from 'react'
import { serverNowMs } from '../../lib/server-clock.ts'
import { type ResetRequest, secondsToResend } from './reset-request.ts'

/**
 * Seconds until another code may be requested, counting down to 0. The time that has passed while the page is open is
 * measured without a clock, which may be set meanwhile.
 */
export function useResendCountdown(request: ResetRequest): number {
  const [seconds, setSeconds] = useState(() => secondsToResend(request, serverNowMs()))
  useEffect(() => {
    const startMs = serverNowMs()
    const startedAt = performance.now()
    const read = () => secondsToResend(request, startMs + performance.now() - startedAt)
    setSeconds(read())
    const timer = setInterval(() => {
      setSeconds(read())
      if (read() === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [request])
  return seconds
}
