import { otpLength } from '@raahi/contract/password-reset'

/** One character or none for each box. */
export type OtpDigits = readonly string[]

export const noDigits: OtpDigits = Array.from({ length: otpLength }, () => '')

/** What a key or a keyboard's own code suggestion does to the boxes, and which of them has the focus then. */
export interface OtpStep {
  digits: OtpDigits
  focus: number
}

/**
 * Text that arrived in a box. One digit fills it, and goes on to the next; a whole code, as a phone suggests it, fills all
 * of them. Anything but digits is dropped.
 */
export function typeInto(digits: OtpDigits, at: number, text: string): OtpStep {
  const typed = text.replace(/\D/g, '')
  if (typed.length === otpLength) return { digits: [...typed], focus: otpLength - 1 }
  const last = [...typed].at(-1)
  if (last === undefined) return { digits, focus: at }
  return { digits: digits.with(at, last), focus: Math.min(at + 1, otpLength - 1) }
}

/** Backspace takes back the digit of this box, or of the one before where this one is empty, and moves there. */
export function takeBack(digits: OtpDigits, at: number): OtpStep {
  const before = Math.max(0, at - 1)
  return { digits: digits.with(digits[at] ? at : before, ''), focus: before }
}

/** The code as it is sent; null while a box is empty. */
export function codeOf(digits: OtpDigits): number | null {
  return digits.every(Boolean) ? Number(digits.join('')) : null
}
