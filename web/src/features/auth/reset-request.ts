import { otpResendSeconds } from '@raahi/contract/password-reset'
import { serverNowMs } from '../../lib/server-clock.ts'

const key = 'raahi-password-reset'

/** The password reset in progress in this browser. */
export interface ResetRequest {
  email: string
  /** Time of the last code request, in ms of the server's clock. */
  askedAt: number
}

// The reset also works if the browser stores nothing (private mode, quota).
let inThisTab: ResetRequest | null = null

/** Stores that a code was requested now. */
export function saveResetRequest(email: string, askedAt = serverNowMs()): ResetRequest {
  inThisTab = { email, askedAt }
  try {
    localStorage.setItem(key, JSON.stringify(inThisTab))
  } catch {}
  return inThisTab
}

/** @returns null if there is no request, or if the stored value is broken or foreign */
export function readResetRequest(): ResetRequest | null {
  try {
    return parse(localStorage.getItem(key)) ?? inThisTab
  } catch {
    return inThisTab
  }
}

export function deleteResetRequest(): void {
  inThisTab = null
  try {
    localStorage.removeItem(key)
  } catch {}
}

/** Whole seconds until another code may be requested. A clock that was set back adds none. */
export function secondsToResend({ askedAt }: ResetRequest, now: number): number {
  const elapsedSeconds = (now - askedAt) / 1000
  return Math.min(otpResendSeconds, Math.max(0, Math.ceil(otpResendSeconds - elapsedSeconds)))
}

function parse(text: string | null): ResetRequest | null {
  if (text === null) return null
  const stored: unknown = JSON.parse(text)
  if (typeof stored !== 'object' || stored === null) return null
  if (!('email' in stored && typeof stored.email === 'string' && stored.email)) return null
  if (!('askedAt' in stored && typeof stored.askedAt === 'number')) return null
  return { email: stored.email, askedAt: stored.askedAt }
}
