import { otpLength } from '@raahi/contract/password-reset'

/** One character or '' per box. */
export type OtpDigits = readonly string[]

export const emptyDigits: OtpDigits = Array.from({ length: otpLength }, () => '')

/** The boxes after an input, and the box that gets the focus. */
export interface OtpChange {
  digits: OtpDigits
  focus: number
}

/**
 * Applies text that was entered in a box. One digit fills it and moves on; a complete code, as a phone suggests it,
 * fills all boxes. Other characters are ignored.
 */
export function applyInput(digits: OtpDigits, at: number, text: string): OtpChange {
  const typed = text.replace(/\D/g, '')
  if (typed.length === otpLength) return { digits: [...typed], focus: otpLength - 1 }
  const last = [...typed].at(-1)
  if (last === undefined) return { digits, focus: at }
  return { digits: digits.with(at, last), focus: Math.min(at + 1, otpLength - 1) }
}

/** Applies Backspace: clears this box, or the previous one if this one is empty, and moves to the previous box. */
export function applyBackspace(digits: OtpDigits, at: number): OtpChange {
  const before = Math.max(0, at - 1)
  return { digits: digits.with(digits[at] ? at : before, ''), focus: before }
}

/** The code as the API expects it; null while a box is empty. */
export function parseCode(digits: OtpDigits): number | null {
  return digits.every(Boolean) ? Number(digits.join('')) : null
}
