import { otpResendSeconds } from '@raahi/contract/password-reset'

const KEY = 'raahi-password-reset'

/** Whose password is being reset in this browser. */
export interface ResetRequest {
  email: string
  /** When the last code was asked for, in ms of this browser's clock. */
  askedAt: number
}

// Where the browser keeps nothing (private mode, quota) the way still leads from screen to screen.
let inThisTab: ResetRequest | null = null

/** Notes that a code was asked for just now. */
export function keepResetRequest(email: string, askedAt = Date.now()): ResetRequest {
  inThisTab = { email, askedAt }
  try {
    localStorage.setItem(KEY, JSON.stringify(inThisTab))
  } catch {}
  return inThisTab
}

/** @returns null where none was made, or what is kept is broken or not ours */
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

/** Whole seconds until another code may be asked for; a clock that was set back adds none. */
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
