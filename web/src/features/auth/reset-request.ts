import { otpResendSeconds } from '@raahi/contract/password-reset'

const KEY = 'raahi-password-reset'

/** The password reset in progress in this browser. */
export interface ResetRequest {
  email: string
  /** Time of the last code request, in ms of this browser's clock. */
  askedAt: number
}

// The reset also works if the browser stores nothing (private mode, quota).
let inThisTab: ResetRequest | null = null

/** Stores that a code was requested now. */
export function keepResetRequest(email: string, askedAt = Date.now()): ResetRequest {
  inThisTab = { email, askedAt }
  try {
    localStorage.setItem(KEY, JSON.stringify(inThisTab))
  } catch {}
  return inThisTab
}

/** @returns null if there is no request, or if the stored value is broken or foreign */
export function readResetRequest(): ResetRequest | null {
  try {
    return parse(localStorage.getItem(KEY)) ?? inThisTab
  } catch {
    return inThisTab
  }
}

export function forgetResetRequest(): void {
  inThisTab = null
  try {
    localStorage.removeItem(KEY)
  } catch {}
}

/** Whole seconds until another code may be requested. A clock that was set back adds none. */
export function secondsToResend({ askedAt }: ResetRequest, now: number): number {
  const gone = (now - askedAt) / 1000
  return Math.min(otpResendSeconds, Math.max(0, Math.ceil(otpResendSeconds - gone)))
}

function parse(text: string | null): ResetRequest | null {
  if (text === null) return null
  const kept: unknown = JSON.parse(text)
  if (typeof kept !== 'object' || kept === null) return null
  if (!('email' in kept && typeof kept.email === 'string' && kept.email)) return null
  if (!('askedAt' in kept && typeof kept.askedAt === 'number')) return null
  return { email: kept.email, askedAt: kept.askedAt }
}
