import { useEffect, useState } from 'react'
import { type ResetRequest, secondsToResend } from './reset-request.ts'

/** Seconds until another code may be requested, counting down to 0. */
export function useResendCountdown(request: ResetRequest): number {
  const [now, setNow] = useState(Date.now)
  const seconds = secondsToResend(request, now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (secondsToResend(request, Date.now()) === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [request])
  return seconds
}
